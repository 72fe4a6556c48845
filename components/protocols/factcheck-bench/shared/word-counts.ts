import { countChangedWords } from '@/lib/text/edit-operations'

/** "3 words added, 1 removed", or that nothing changed. */
export function changeInWords(before: string, after: string): string {
  const { added, removed } = countChangedWords(before, after)
  if (added + removed === 0) return before === after ? 'No change.' : 'No word changed, only marks or blanks.'
  return `${added} ${added === 1 ? 'word' : 'words'} added, ${removed} removed.`
}
