import { apiDocument } from '@/app/api/api-document'
import { ApiOverview } from '@/components/platform/api-reference/api-overview'
import { failuresIn, referenceOf } from '@/lib/platform/api/reference'

export const metadata = { title: 'HTTP interface' }

export default function ApiPage() {
  const document = apiDocument()
  return <ApiOverview version={document.info.version} tags={referenceOf(document)} failures={failuresIn(document)} />
}
