/** Options as the form names them; the command line's names stand in sentences that both share. */
const LABELS: Readonly<Record<string, string>> = {
  level: 'Scale',
  categories: 'Labels',
  raters: 'Raters',
  reference: 'Reference',
  unit: 'Unit',
  response: 'Response',
  by: 'Apart by',
  order: 'Shown left',
  where: 'Only rows',
  missing: 'Not rated',
}

/** "Name them with --raters." becomes "Name them with the option “Raters”." */
export const inWordsOfTheForm = (sentence: string): string =>
  sentence
    .replace(/--([a-z]+)/g, (option, name: string) => (LABELS[name] ? `the option “${LABELS[name]}”:` : option))
    .replace(/”:(?=[.;,]|\s(?:or|,)|$)/g, '”')
