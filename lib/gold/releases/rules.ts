import type { ExportRows, LabelChoice } from './contract'

/** What an export is called in file names: `annotations-unseen` holds only labels made without a suggestion in sight. */
export const exportName = (key: string, labels: LabelChoice): string => (labels === 'unseen' ? `${key}-unseen` : key)

const UNSEEN_ITEMS =
  'Items whose gold comes only from labels made without a suggestion for them in sight: every label of every annotation that was settled. Imported gold is left out, since nobody can say how it was made.'

/** What the choice of labels means for an export that has one of these a row. */
export const UNSEEN_MEANS: Readonly<Record<ExportRows, string>> = {
  item: UNSEEN_ITEMS,
  record: UNSEEN_ITEMS,
  annotation:
    'Of each annotation only the labels made without a suggestion for them in sight; annotations without such a label are left out.',
  rating: 'Ratings of annotations in which no label at all was made with a suggestion for it in sight.',
  row: 'Of gold: rows of items whose gold comes only from labels made without a suggestion for them in sight. Of annotations: those labels alone. Of ratings: those of annotations in which every label is one.',
  unit: 'Of ratings of annotations in which no label at all was made with a suggestion for it in sight.',
}
