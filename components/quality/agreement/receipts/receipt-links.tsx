import { Download } from 'lucide-react'
import { DownloadLink } from '@/components/ui/link'
import { urlFor } from '@/lib/platform/client/fetch-json'
import { getReceiptEndpoint, receiptForms } from '@/lib/quality/agreement/receipts/contract'
import type { SliceKind } from '@/lib/workspace/items/contract'

const FORMS = {
  json: { text: 'JSON', title: 'Rater matrix, formulas, seed and figures as JSON' },
  csv: { text: 'CSV', title: 'Rater matrix as CSV: a row for every unit, a column for every rater' },
  script: { text: 'Script', title: 'A program for Node with the data inside that computes every figure again' },
} as const

interface ReceiptLinksProps {
  projectId: string
  /** Keys of the stage and of its measure or comparison. */
  stage: string
  measure: string
  /** The slice that the figures are of, where they are of one; null stands for none, or mixed. */
  by?: SliceKind
  slice?: string | null
  /** The two raters that the figures are of, where they are of two. */
  pair?: { first: string; second: string }
}

/** What figures are computed from, to download. For managers and reviewers: viewers may not have it. */
export function ReceiptLinks({ projectId, stage, measure, by, slice, pair }: ReceiptLinksProps) {
  const query = {
    ...(by && slice !== undefined ? { by, slice: slice ?? '' } : {}),
    ...(pair ? { first: pair.first, second: pair.second } : {}),
  }
  return (
    <ul aria-label="Receipt" className="flex flex-wrap items-center gap-1 print:hidden">
      <li aria-hidden className="me-1 text-muted text-sm">
        Receipt
      </li>
      {receiptForms.map((form) => (
        <li key={form}>
          <DownloadLink
            size="sm"
            href={urlFor(getReceiptEndpoint, { params: { projectId, stage, measure }, query: { ...query, form } })}
            title={FORMS[form].title}
            aria-label={`Receipt as ${FORMS[form].text}`}
            icon={<Download aria-hidden className="size-3.5" />}
          >
            {FORMS[form].text}
          </DownloadLink>
        </li>
      ))}
    </ul>
  )
}
