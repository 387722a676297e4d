/** Minimum uptime, in percent, for a validator to be rewarded. */
export const REQUIRED_UPTIME = 80
