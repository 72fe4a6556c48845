/** One line for the person at the terminal. */
export const say = (line: string) => console.log(`assay: ${line}`)
