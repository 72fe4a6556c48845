import { CodeBlock } from '@/components/ui/code-block'
import { DownloadLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import type { ReferenceTag } from '@/lib/platform/api/reference'
import { titleOf } from './api-tag'

type ApiOverviewProps = {
  version: string
  tags: readonly ReferenceTag[]
  failures: readonly { status: string; description: string }[]
}

const FIRST_REQUEST = `curl "$ASSAY_URL/api/projects" \\
  -H "Authorization: Bearer $ASSAY_TOKEN"`

/** What the HTTP interface offers, by what it is about, and how one asks. */
export function ApiOverview({ version, tags, failures }: ApiOverviewProps) {
  return (
    <>
      <PageHeader
        title="HTTP interface"
        description={`Everything that the pages do, for programs. Version ${version}.`}
        actions={<DownloadLink href="/api/openapi.json">OpenAPI document</DownloadLink>}
      />
      <div className="space-y-8">
        <section aria-labelledby="begin" className="space-y-3">
          <h2 id="begin" className="font-semibold text-lg">
            How to ask
          </h2>
          <p className="max-w-prose">
            Make a personal token on your <Link href="/account">account page</Link> and send it with each request. It
            can do what you can, except for managing accounts, passwords and tokens. What is sent and received is JSON,
            unless it is a file; a parameter or field that an address does not have is refused and named.
          </p>
          <CodeBlock label="First request">{FIRST_REQUEST}</CodeBlock>
        </section>
        <section aria-labelledby="operations" className="space-y-4">
          <h2 id="operations" className="font-semibold text-lg">
            Operations
          </h2>
          {tags.map(({ name, slug, operations }) => (
            <div key={slug}>
              <h3 className="font-medium">
                <Link href={`/docs/api/${slug}`}>{titleOf(name)}</Link>
              </h3>
              <ul className="mt-1 space-y-1 text-sm">
                {operations.map(({ id, method, path, summary }) => (
                  <li key={id}>
                    <Link href={`/docs/api/${slug}#${id}`}>{summary}</Link>{' '}
                    <span dir="ltr" className="break-words font-mono text-muted text-xs">
                      {method} {path}
                    </span>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
        <section aria-labelledby="failures" className="space-y-3">
          <h2 id="failures" className="scroll-mt-24 font-semibold text-lg">
            How requests fail
          </h2>
          <p className="max-w-prose">
            A failure is a problem detail (RFC 9457, application/problem+json). Programs branch on its code, which never
            changes; its issues say where in the request something is wrong.
          </p>
          <Table caption="Statuses of failures" stacked>
            <thead>
              <tr>
                <Th>Status</Th>
                <Th>Codes and what they mean</Th>
              </tr>
            </thead>
            <tbody>
              {failures.map(({ status, description }) => (
                <Tr key={status}>
                  <Th scope="row">{status}</Th>
                  <Td label="Codes and what they mean">{description.replaceAll('`', '')}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </section>
      </div>
    </>
  )
}
