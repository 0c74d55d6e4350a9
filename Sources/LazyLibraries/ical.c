#include "../CIcal/shim.h"
#include "forward.h"

/* The bundle has libical within the program. */
#ifndef OPTIMIST_STATIC_LIBICAL

/* The name of the file for the headers that this is compiled with. */
#if ICAL_MAJOR_VERSION == 3
#define LIBRARY "libical.so.3"
#else
#error "another version of libical: what is its file called?"
#endif

FORWARD(void, icalcomponent_free, (icalcomponent *component), (component))
FORWARD(icalproperty *, icalcomponent_get_first_property, (icalcomponent *component, icalproperty_kind kind),
        (component, kind))
FORWARD(icalproperty *, icalcomponent_get_next_property, (icalcomponent *component, icalproperty_kind kind),
        (component, kind))
FORWARD(void, icalerror_set_errors_are_fatal, (int are_fatal), (are_fatal))
FORWARD(void, icalmemory_free_buffer, (void *buffer), (buffer))
FORWARD(icalcomponent *, icalparser_parse_string, (const char *text), (text))
FORWARD(char *, icalproperty_get_parameter_as_string_r, (icalproperty *property, const char *name), (property, name))
FORWARD(icalvalue *, icalproperty_get_value, (const icalproperty *property), (property))
FORWARD(icalproperty_kind, icalproperty_isa, (icalproperty *property), (property))
FORWARD(void, icalrecur_iterator_free, (icalrecur_iterator *iterator), (iterator))
FORWARD(icalrecur_iterator *, icalrecur_iterator_new, (struct icalrecurrencetype rule, struct icaltimetype start),
        (rule, start))
FORWARD(struct icaltimetype, icalrecur_iterator_next, (icalrecur_iterator *iterator), (iterator))
FORWARD(struct icalrecurrencetype, icalrecurrencetype_from_string, (const char *text), (text))
FORWARD(int, icaltime_is_null_time, (const struct icaltimetype time), (time))
FORWARD(struct icaltimetype, icaltime_null_time, (void), ())
FORWARD(void, icaltimezone_free, (icaltimezone *zone, int is_struct_freed), (zone, is_struct_freed))
FORWARD(int, icaltimezone_get_utc_offset, (icaltimezone *zone, struct icaltimetype *time, int *is_daylight),
        (zone, time, is_daylight))
FORWARD(icaltimezone *, icaltimezone_new, (void), ())
FORWARD(int, icaltimezone_set_component, (icaltimezone *zone, icalcomponent *component), (zone, component))
FORWARD(char *, icalvalue_as_ical_string_r, (const icalvalue *value), (value))
FORWARD(const char *, icalvalue_get_text, (const icalvalue *value), (value))
FORWARD(const char *, icalvalue_get_uri, (const icalvalue *value), (value))
FORWARD(icalvalue_kind, icalvalue_isa, (const icalvalue *value), (value))

#endif
