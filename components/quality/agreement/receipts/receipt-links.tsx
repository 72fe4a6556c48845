import { Download } from '@/components/ui/icons'
import { DownloadLink } from '@/components/ui/link'
import { urlFor } from '@/lib/platform/client/fetch-json'
import { getReceiptEndpoint, type ReceiptForm, receiptForms } from '@/lib/quality/agreement/receipts/contract'
import type { SliceKind } from '@/lib/workspace/items/contract'

const FORMS = {
  json: { text: 'JSON', title: 'Everything that the figures are computed from, with the figures, as JSON' },
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
  const hrefOf = (form: ReceiptForm) =>
    urlFor(getReceiptEndpoint, { params: { projectId, stage, measure }, query: { ...query, form } })
  return <ReceiptFormLinks forms={receiptForms} hrefOf={hrefOf} />
}

interface ReceiptFormLinksProps<Form extends ReceiptForm> {
  forms: readonly Form[]
  hrefOf: (form: Form) => string
}

/** A receipt in each of these forms. */
export function ReceiptFormLinks<Form extends ReceiptForm>({ forms, hrefOf }: ReceiptFormLinksProps<Form>) {
  return (
    <ul aria-label="Receipt" className="flex flex-wrap items-center gap-1 print:hidden">
      <li aria-hidden className="me-1 text-muted text-sm">
        Receipt
      </li>
      {forms.map((form) => (
        <li key={form}>
          <DownloadLink
            size="sm"
            href={hrefOf(form)}
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
