const NUMBERS = new Intl.NumberFormat('en')

/** "1 document", "2,500 documents". */
export const counted = (count: number, one: string): string =>
  `${NUMBERS.format(count)} ${one}${count === 1 ? '' : 's'}`
