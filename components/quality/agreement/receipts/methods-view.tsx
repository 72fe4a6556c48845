import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { Download } from '@/components/ui/icons'
import { ButtonLink, DownloadLink } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { urlFor } from '@/lib/platform/client/fetch-json'
import { getMethodsEndpoint, type Methods, type methodsForms } from '@/lib/quality/agreement/receipts/contract'

interface MethodsViewProps {
  projectId: string
  methods: Methods
}

/** What a paper says of its agreement, with the figures of the overview, to copy or to download. */
export function MethodsView({ projectId, methods }: MethodsViewProps) {
  const href = (form: (typeof methodsForms)[number]) =>
    urlFor(getMethodsEndpoint, { params: { projectId }, query: { form } })
  const download = (form: 'text' | 'latex', name: string) => (
    <DownloadLink href={href(form)} aria-label={`Download ${name}`} icon={<Download aria-hidden className="size-4" />}>
      Download
    </DownloadLink>
  )
  return (
    <>
      <PageHeader
        title="Methods text"
        description="For a paper or a datasheet: what was counted, what was left out, and the figures of the overview. Read it before you use it, and cut what you do not need."
        actions={<ButtonLink href={`/projects/${projectId}/agreement`}>Agreement</ButtonLink>}
      />
      <div className="space-y-6">
        <Panel
          title="Plain text"
          actions={
            <>
              <CopyButton value={methods.text} what="plain text" showLabel variant="secondary" />
              {download('text', 'plain text')}
            </>
          }
        >
          <div className="max-w-prose space-y-3 text-sm">
            {methods.text
              .trim()
              .split('\n\n')
              .map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
          </div>
        </Panel>
        <Panel
          title="LaTeX"
          description="Cites with natbib’s \citep; the entries below go into the .bib file."
          actions={
            <>
              <CopyButton value={methods.latex} what="LaTeX" showLabel variant="secondary" />
              {download('latex', 'LaTeX')}
            </>
          }
        >
          <CodeBlock label="LaTeX text" copyable={false}>
            {methods.latex}
          </CodeBlock>
        </Panel>
        <Panel
          title="BibTeX"
          actions={<CopyButton value={methods.bibtex} what="BibTeX" showLabel variant="secondary" />}
        >
          <CodeBlock label="BibTeX entries" copyable={false}>
            {methods.bibtex}
          </CodeBlock>
        </Panel>
      </div>
    </>
  )
}
