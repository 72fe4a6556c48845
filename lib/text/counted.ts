const NUMBERS = new Intl.NumberFormat('en')

/** "1 record", "2,500 records"; `many` where the plural has no s at its end. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${NUMBERS.format(count)} ${count === 1 ? one : many}`
