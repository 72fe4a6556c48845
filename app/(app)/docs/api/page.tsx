import { apiDocument, apiReference } from '@/app/api/api-document'
import { ApiOverview } from '@/components/platform/api-reference/api-overview'
import { failuresIn } from '@/lib/platform/api/reference'

export const metadata = { title: 'HTTP interface' }

export default function ApiPage() {
  const document = apiDocument()
  return <ApiOverview version={document.info.version} tags={apiReference()} failures={failuresIn(document)} />
}
