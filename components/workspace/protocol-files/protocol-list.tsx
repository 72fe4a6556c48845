import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { Download, FilePlus } from '@/components/ui/icons'
import { ButtonLink, DownloadLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Time } from '@/components/ui/time'
import { counted } from '@/lib/text/counted'
import type { WorkspaceAbilities } from '@/lib/workspace/projects/contract'
import type { ProtocolEntry } from '@/lib/workspace/protocol-files/contract'
import type { ExampleEntry } from '@/lib/workspace/protocol-files/examples/contract'
import { NO_PROJECT_CREATION } from '@/lib/workspace/users/rules'
import { StartExample } from './start-example'

type ProtocolListProps = {
  protocols: readonly ProtocolEntry[]
  examples: readonly ExampleEntry[]
  /** The ids of those that are built in and written as files, which can be copied. */
  copied: readonly string[]
  abilities: WorkspaceAbilities
}

/** What projects can be made under: files, the newest versions first, and the protocols that are built in; and examples to copy. */
export function ProtocolList({ protocols, examples, copied, abilities }: ProtocolListProps) {
  const files = protocols.filter(({ builtIn, newest }) => !builtIn && newest)
  const older = protocols.filter(({ builtIn, newest }) => !builtIn && !newest)
  const builtIn = protocols.filter((protocol) => protocol.builtIn)
  const mayWrite = abilities.createProjects
  const write = mayWrite ? (
    <ButtonLink href="/protocols/new" variant="primary" icon={<FilePlus aria-hidden className="size-4" />}>
      Write a protocol
    </ButtonLink>
  ) : null
  return (
    <>
      <PageHeader
        eyebrow={<Link href="/projects">Projects</Link>}
        title="Protocols"
        description="A protocol says what people are asked about an item, and how their answers become gold."
        actions={write}
      />
      <h2 className="mb-3 font-semibold text-lg">Written as files</h2>
      {files.length > 0 ? (
        <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
          {files.map((protocol) => (
            <ProtocolCard key={protocol.protocolId} protocol={protocol} mayWrite={mayWrite} isFile />
          ))}
        </ul>
      ) : (
        <EmptyState title="None yet" icon={<FilePlus />} actions={write}>
          {mayWrite
            ? 'Your own labels, questions and units take one file and no programming. Begin with an example and change it.'
            : NO_PROJECT_CREATION}
        </EmptyState>
      )}
      {older.length > 0 ? (
        <details className="mt-6">
          <summary className="font-medium">Older versions ({older.length})</summary>
          <ul className="mt-3 space-y-1 text-sm">
            {older.map(({ protocolId, id, version, title }) => (
              <li key={protocolId}>
                <Link href={`/protocols/${id}/${version}`}>
                  {title}, version {version}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <h2 className="mt-8 mb-3 font-semibold text-lg">Built in</h2>
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {builtIn.map((protocol) => (
          <ProtocolCard
            key={protocol.protocolId}
            protocol={protocol}
            mayWrite={mayWrite}
            isFile={copied.includes(protocol.id)}
          />
        ))}
      </ul>
      {examples.length > 0 ? (
        <section aria-labelledby="examples">
          <h2 id="examples" className="mt-8 mb-1 font-semibold text-lg">
            Examples
          </h2>
          <p className="mb-3 text-sm">
            Whole protocols with records beside them. Start a project with one to see how people work under it, or copy
            it and make it your own.
          </p>
          <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
            {examples.map((example) => (
              <ExampleCard key={example.name} example={example} mayWrite={mayWrite} />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

function ExampleCard({ example, mayWrite }: { example: ExampleEntry; mayWrite: boolean }) {
  const { name, title, summary, paper, records, licence, files } = example
  return (
    <li className="flex flex-col gap-2 rounded-xl border border-line bg-surface p-5">
      <h3 className="wrap-anywhere font-semibold text-base" dir="auto">
        {title}
      </h3>
      <p className="wrap-anywhere text-sm" dir="auto">
        {summary}
      </p>
      <p className="wrap-anywhere text-muted text-xs">
        {paper ? `In the shape of ${paper}. ` : ''}
        {counted(records, 'record')}
        {licence ? `, published: ${licence}` : ', written for the example'}.
      </p>
      <ul className="flex flex-wrap gap-x-2" aria-label={`Files of ${title}`}>
        {files.map((file) => (
          <li key={file}>
            <DownloadLink
              size="sm"
              variant="ghost"
              href={`/api/protocol-examples/${name}/${encodeURIComponent(file)}`}
              icon={<Download aria-hidden className="size-3.5" />}
            >
              <span className="sr-only">Download </span>
              {file}
            </DownloadLink>
          </li>
        ))}
      </ul>
      {mayWrite ? (
        <p className="mt-auto flex flex-wrap gap-2 pt-1">
          <StartExample example={example} />
          <ButtonLink size="sm" href={`/protocols/new?example=${name}`}>
            Copy and adapt<span className="sr-only"> {title}</span>
          </ButtonLink>
        </p>
      ) : null}
    </li>
  )
}

function ProtocolCard({ protocol, mayWrite, isFile }: { protocol: ProtocolEntry; mayWrite: boolean; isFile: boolean }) {
  const { protocolId, id, version, title, summary, source, builtIn, createdAt, createdBy } = protocol
  return (
    <li className="flex flex-col gap-2 rounded-xl border border-line bg-surface p-5">
      <div className="flex items-start justify-between gap-3">
        <h3 className="wrap-anywhere min-w-0 font-semibold text-base" dir="auto">
          {builtIn ? title : <Link href={`/protocols/${id}/${version}`}>{title}</Link>}
        </h3>
        {builtIn ? null : <Badge className="shrink-0">Version {version}</Badge>}
      </div>
      <p className="wrap-anywhere text-sm" dir="auto">
        {summary}
      </p>
      <p className="text-muted text-xs" dir="auto">
        {source.paper}
        {source.section ? `, ${source.section}` : ''}
        {createdAt ? (
          <>
            {' '}
            · published <Time value={createdAt} format="date" />
            {createdBy ? ` by ${createdBy}` : ''}
          </>
        ) : null}
      </p>
      {mayWrite ? (
        <p className="mt-auto flex flex-wrap gap-2 pt-1">
          <ButtonLink size="sm" href={`/projects/new?protocol=${encodeURIComponent(protocolId)}`}>
            New project<span className="sr-only"> under {title}</span>
          </ButtonLink>
          {isFile ? (
            <ButtonLink size="sm" href={`/protocols/new?from=${encodeURIComponent(protocolId)}`}>
              Copy and adapt<span className="sr-only"> {title}</span>
            </ButtonLink>
          ) : null}
        </p>
      ) : null}
    </li>
  )
}
