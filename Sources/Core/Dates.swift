// Days, moments and repeats are part of nearly every value here, so whoever imports Core has them as well.
@_exported import Dates
