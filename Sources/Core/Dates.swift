// Days, moments and repeats occur in nearly every value of this module, so importing Core also imports Dates.
@_exported import Dates
