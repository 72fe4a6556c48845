/** One line for the person at the terminal. */
export const say = (line: string) => console.log(`assay: ${line}`)

/** One line for the person at the terminal, of what went wrong. */
export const complain = (line: string) => console.error(`assay: ${line}`)
