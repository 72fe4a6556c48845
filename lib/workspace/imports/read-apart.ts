/** The readers of files of items, run in the processes that read foreign input. */
import { recordReader } from '@/lib/platform/foreign/apart'
import type { columnsOf, itemChecksOf, itemsOf, rejectedOf } from './read-file-items'

/** What an import would write of each record of a file. */
export const readItemsApart = recordReader<typeof itemsOf>('items')

/** What the check of an import has to know of each record. */
export const readItemChecksApart = recordReader<typeof itemChecksOf>('item-checks')

/** What the first records of a file show of its columns. */
export const readColumnsApart = recordReader<typeof columnsOf>('columns')

/** The records of a file that cannot be imported, each with its problems. */
export const readRejectedApart = recordReader<typeof rejectedOf>('rejected')
