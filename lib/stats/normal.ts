/** The 97.5th percentile of the standard normal distribution. */
export const Z95 = 1.959963984540054
