import { CodeBlock } from '@/components/ui/code-block'
import { DefinitionList } from '@/components/ui/definition-list'
import { Kbd } from '@/components/ui/kbd'
import { ButtonLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Table, Td, Th } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { type Definition, inLanguage } from '@/lib/protocols/language/definition'
import type { ProtocolVersionView } from '@/lib/workspace/protocol-files/contract'
import { ChangesTable } from './changes-table'
import { RemoveVersion } from './remove-version'

type ProtocolVersionProps = { protocol: ProtocolVersionView; mayWrite: boolean }

/** A version of a protocol file: what is asked, with which keys, and its text. */
export function ProtocolVersion({ protocol, mayWrite }: ProtocolVersionProps) {
  const { protocolId, id, version, title, summary, source, definition, createdAt, createdBy, hash, files } = protocol
  const from = encodeURIComponent(protocolId)
  return (
    <>
      <PageHeader
        eyebrow={<Link href="/protocols">Protocols</Link>}
        title={<span dir="auto">{title}</span>}
        description={<span dir="auto">{summary}</span>}
        actions={
          mayWrite ? (
            <>
              {protocol.removable ? <RemoveVersion id={id} version={version} /> : null}
              <ButtonLink href={`/protocols/new?from=${from}`}>Copy and adapt</ButtonLink>
              <ButtonLink href={`/protocols/new?from=${from}&as=version`}>Next version</ButtonLink>
              <ButtonLink variant="primary" href={`/projects/new?protocol=${from}`}>
                New project under it
              </ButtonLink>
            </>
          ) : null
        }
      />
      <DefinitionList
        items={[
          { term: 'Name', description: <code>{protocolId}</code> },
          {
            term: 'Version',
            description: protocol.newest ? `${version}, the newest` : `${version}; there is a newer one`,
          },
          { term: 'Source', description: `${source.paper}${source.section ? `, ${source.section}` : ''}` },
          {
            term: 'Published',
            description: (
              <>
                {createdAt ? <Time value={createdAt} format="date" /> : null}
                {createdBy ? ` by ${createdBy}` : ''}
              </>
            ),
          },
          { term: 'SHA-256', description: <code className="break-all text-xs">{hash}</code> },
        ]}
      />
      <h2 className="mt-8 mb-3 font-semibold text-lg">What is asked</h2>
      <Questions definition={definition} />
      {protocol.previous ? <Changes {...protocol.previous} /> : null}
      <h2 className="mt-8 mb-3 font-semibold text-lg">The file</h2>
      <CodeBlock label="Protocol file">{protocol.text}</CodeBlock>
      {files.length > 0 ? (
        <p className="mt-2 text-muted text-sm">Records beside it: {files.map(({ name }) => name).join(', ')}.</p>
      ) : null}
    </>
  )
}

/** What is another than in the version before; projects under that one stay under it. */
function Changes({ version, changes }: NonNullable<ProtocolVersionView['previous']>) {
  return (
    <>
      <h2 className="mt-8 mb-3 font-semibold text-lg">Since version {version}</h2>
      {changes.length === 0 ? (
        <p className="text-sm">Nothing changes for annotators or gold.</p>
      ) : (
        <ChangesTable caption={`What changed since version ${version}`} changes={changes} />
      )}
    </>
  )
}

function Questions({ definition }: { definition: Definition }) {
  const words = (text: Definition['title']) => inLanguage(text, definition.language, definition.language)
  return (
    <Table caption="Questions with their options and keys" stacked>
      <thead>
        <tr>
          <Th>Stage</Th>
          <Th>About</Th>
          <Th>Question</Th>
          <Th>Form</Th>
          <Th>Options and keys</Th>
        </tr>
      </thead>
      <tbody>
        {definition.stages.flatMap((stage) =>
          stage.questions.map((question) => (
            <tr key={`${stage.id} ${question.on} ${question.id}`}>
              <Td label="Stage">{words(stage.title)}</Td>
              <Td label="About">{question.on}</Td>
              <Td label="Question">
                <span dir="auto">{words(question.ask)}</span>
              </Td>
              <Td label="Form">{question.form}</Td>
              <Td label="Options and keys">
                <ul className="flex flex-wrap gap-x-4 gap-y-1">
                  {question.picks?.keys.map((key, place) => (
                    <li key={key} className="flex items-center gap-1.5">
                      <Kbd keys={key} /> {question.picks?.of} {place + 1}
                    </li>
                  ))}
                  {question.options.map(({ value, text, key }) => (
                    <li key={String(value)} className="flex items-center gap-1.5">
                      <Kbd keys={key} /> <span dir="auto">{words(text)}</span>
                    </li>
                  ))}
                </ul>
              </Td>
            </tr>
          )),
        )}
      </tbody>
    </Table>
  )
}
