import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { fileNameOf } from '@/lib/platform/server/streams/file-name'
import { streamText } from '@/lib/platform/server/streams/stream-text'
import { csvRow } from '@/lib/text/csv-row'
import type { Hours } from './contract'
import { hoursIn } from './queries'
import { costOf, KIND_TEXT, money, rateOf, weekName } from './rules'

const HEAD = 'person_id,person,week,week_begins,stage,kind,seconds,hours,done,hourly_rate,cost,currency'.split(',')

/** A project's hours as CSV: a row for each person, week, stage and kind of work, which add up to what the page shows. */
export async function downloadHours(actor: Actor, projectId: string): Promise<Response> {
  const hours = await transaction(async (tx) => {
    const read = await hoursIn(tx, actor, projectId)
    await record(tx, 'export.downloaded', { actorId: actor.userId, projectId: read.project.id }, { format: 'hours' })
    return read
  })
  return new Response(streamText(linesOf(hours)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileNameOf(hours.project.name, 'hours', 'csv')}"`,
      'cache-control': 'no-store, no-transform',
    },
  })
}

async function* linesOf({ people, rows, rates }: Hours): AsyncGenerator<string> {
  const names = new Map(people.map(({ userId, name }) => [userId, name]))
  yield csvRow(HEAD)
  for (const row of rows) {
    const [rate, cost] = [rateOf(rates, row.userId), costOf(rates, row)]
    yield csvRow([
      row.userId,
      names.get(row.userId) ?? '',
      row.week && weekName(row.week),
      row.week,
      row.stage,
      KIND_TEXT[row.kind].toLowerCase(),
      row.seconds,
      (row.seconds / 3600).toFixed(4),
      row.done,
      rate === null ? null : money(rate),
      cost === null ? null : money(cost),
      rate === null ? null : rates.currency,
    ])
  }
}
