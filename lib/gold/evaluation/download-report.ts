import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { fileNameOf } from '@/lib/platform/server/streams/file-name'
import { loadReadable } from './load-evaluation'
import { getReport } from './queries'
import type { ReportQuery } from './report/contract'
import { reportCsv } from './report-csv'

const MEDIA = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8' }

/** A report as a file. Errors: `rule` while it is being made. */
export async function downloadReport(
  actor: Actor,
  projectId: string,
  { format, ...query }: ReportQuery & { format: 'json' | 'csv' },
): Promise<Response> {
  const { name } = await loadReadable(prisma(), actor, projectId)
  const { report, error } = await getReport(actor, projectId, query)
  if (!report) throw new AppError('rule', error ?? 'The report is being made. Try again in a moment.')
  const body = format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : [...reportCsv(report)].join('')
  return new Response(body, {
    headers: {
      'content-type': MEDIA[format],
      'content-disposition': `attachment; filename="${fileNameOf(name, `evaluation-${report.task}`, format)}"`,
      'cache-control': 'no-store',
    },
  })
}
