import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { linkProblem } from '@/lib/protocols/links'
import { codePointLength, codePointSlice } from '@/lib/text/code-points'
import type { Quote, QuoteBody } from './contract'
import { shareQuotes } from './corpus/quote-lock'
import { loadSearch, loadWorkedTask, scopeOf } from './load-search'
import { keptText, type SourceText } from './page-source'
import { MAX_QUOTE } from './rules'
import { isOpening, listSteps, type SearchedTask } from './search-steps'

/**
 * Quotes the words between two places of a text that the actor opened. What is quoted is taken from the kept text, never
 * from the request. Errors: `not_found`, `forbidden`, `rule` where the text was not opened or has no such place.
 */
export async function quoteResult(
  actor: Actor,
  { taskId, searchId }: { taskId: string; searchId: string },
  { rank, sha256, start, end }: QuoteBody,
): Promise<Quote> {
  return transaction(async (tx) => {
    const task = await loadWorkedTask(tx, actor, taskId)
    const search = await loadSearch(tx, actor, task, searchId)
    found(search.mine ? search : null)
    await shareQuotes(tx, task.projectId)
    const source = await openedText(tx, task, searchId, { rank, sha256 })
    const quote = sliceOf(source.text, start, end)
    const { snapshotId, documentId, title, url, fetchedAt } = source
    const facts = { searchId, rank, sha256, snapshotId, documentId, start, end, quote }
    await record(tx, 'search.quoted', scopeOf(actor, task), facts)
    return {
      quote,
      title,
      query: search.query,
      url: linkProblem(url) === null ? url : null,
      sha256,
      documentId,
      start,
      end,
      fetchedAt,
    }
  })
}

async function openedText(
  tx: Tx,
  task: SearchedTask & { projectId: string },
  searchId: string,
  wanted: { rank: number; sha256: string },
): Promise<SourceText> {
  const steps = await listSteps(tx, task, [searchId])
  const opened = steps.findLast(isOpening(wanted))
  if (!opened) throw new AppError('rule', 'Open the result first: quotes come from a text that you opened.')
  // Held until the words are quoted: a copy that is too old does not go before they cite it.
  await tx.$queryRaw`select 1 from page_snapshots where id = ${opened.snapshotId}::uuid for key share`
  const source = await keptText(tx, task.projectId, opened)
  if (!source) throw new AppError('rule', 'This text is not there any more. Open the result again.')
  return source
}

function sliceOf(text: string, start: number, end: number): string {
  if (end > codePointLength(text)) throw new AppError('rule', 'The text is shorter than that. Mark the quote again.')
  if (end - start > MAX_QUOTE)
    throw new AppError('rule', `A quote has at most ${MAX_QUOTE.toLocaleString('en')} characters. Mark less.`)
  const quote = codePointSlice(text, start, end)
  if (quote.trim() === '') throw new AppError('rule', 'There are no words in this quote. Mark some.')
  return quote
}
