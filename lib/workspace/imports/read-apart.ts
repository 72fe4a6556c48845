/** The readers of files of items, run in the processes that read foreign input. */
import { recordReader } from '@/lib/platform/foreign/apart'
import type { itemChecksOf, itemsOf } from './read-file-items'

/** What an import would write of each record of a file. */
export const readItemsApart = recordReader<typeof itemsOf>('items')

/** What the check of an import has to know of each record. */
export const readItemChecksApart = recordReader<typeof itemChecksOf>('item-checks')
