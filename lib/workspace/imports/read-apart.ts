/** The readers of files of items, run in the processes that read foreign input. */
import { recordReader } from '@/lib/platform/foreign/apart'
import type { ReadingChoice } from '@/lib/platform/foreign/records/file-facts'
import { protocolById } from '@/lib/protocols'
import type { checkedItemsOf, columnsOf, itemChecksOf, itemsOf, rejectedOf } from './read-file-items'
import { fileShapeIn } from './rows'

/** The choices of a person, and how records stand in a file under the protocol. */
function readingUnder<Input extends { protocolId: string; choice?: ReadingChoice }, Rest extends unknown[], Result>(
  read: (input: Input, ...rest: Rest) => Result,
) {
  return (input: Input, ...rest: Rest): Result => {
    const shape = fileShapeIn(protocolById(input.protocolId))
    return read({ ...input, choice: { ...input.choice, ...shape } }, ...rest)
  }
}

/** What an import would write of each record of a file. */
export const readItemsApart = readingUnder(recordReader<typeof itemsOf>('items'))

/** What the check of an import has to know of each record. */
export const readItemChecksApart = readingUnder(recordReader<typeof itemChecksOf>('item-checks'))

/** The same, with what would be written of it. */
export const readCheckedItemsApart = readingUnder(recordReader<typeof checkedItemsOf>('checked-items'))

/** What the first records of a file show of its columns. */
export const readColumnsApart = readingUnder(recordReader<typeof columnsOf>('columns'))

/** The records of a file that cannot be imported, each with its problems. */
export const readRejectedApart = readingUnder(recordReader<typeof rejectedOf>('rejected'))
