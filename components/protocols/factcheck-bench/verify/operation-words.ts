import { type EditOperation, editOperations } from '@/lib/text/edit-operations'

/** What a correction does to a claim, one operation a sentence; nothing while nothing is changed. */
export function operationsInWords(before: string, after: string | null): string[] {
  return editOperations(before, after).map(inWords)
}

function inWords(operation: EditOperation): string {
  switch (operation.kind) {
    case 'delete_claim':
      return 'Delete the claim.'
    case 'replace':
      return `Replace “${operation.from.trim()}” by “${operation.to.trim()}”.`
    case 'delete':
      return `Delete “${operation.text.trim() || 'a blank'}”.`
    case 'insert':
      return `Insert “${operation.text.trim() || 'a blank'}”.`
  }
}
