'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ComponentType, useEffect, useId, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { ErrorState } from '@/components/ui/error-state'
import { FileDrop } from '@/components/ui/file-drop'
import { ButtonLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { toast } from '@/components/ui/toast'
import { useStoredDraft } from '@/lib/platform/client/use-stored-draft'
import type { Json } from '@/lib/protocols/answers'
import type { Definition } from '@/lib/protocols/language/definition'
import { type FileProblem, placeText } from '@/lib/protocols/language/problems'
import { recordFileNames } from '@/lib/protocols/language/record-file-names'
import {
  type FileCheckView,
  type ProtocolFileBody,
  type RecordFile,
  recordFileSchema,
} from '@/lib/workspace/protocol-files/contract'
import { checkQuery, usePublishVersion } from '@/lib/workspace/protocol-files/hooks'
import { goToPlace, SourceField } from './source-field'

export type PreviewProps = { definition: Definition; record: Json | null }

type ProtocolEditorProps = {
  userId: string
  /** What it begins with. */
  initial: ProtocolFileBody
  /** What that is, for the draft that is kept of it and for people. */
  from: { key: string; title: string }
  examples: readonly { name: string; title: string }[]
  Preview: ComponentType<PreviewProps>
}

const PROTOCOL_FILE = /\.ya?ml$/i
/** So long nothing is typed before the text is checked. */
const PAUSE_MS = 400

/** Where a protocol file is written: problems beside their lines, and a record as its annotators will see it. */
export function ProtocolEditor({ userId, initial, from, examples, Preview }: ProtocolEditorProps) {
  const [draft, setDraft, clearDraft] = useStoredDraft(`${userId}/protocol/${from.key}`)
  const source = draft === '' ? initial.source : draft
  // An empty draft means that there is none: a field that was emptied keeps an empty line, and does not show the beginning again.
  const write = (text: string) => setDraft(text === '' ? '\n' : text)
  const [kept, setFiles, forgetFiles] = useStoredFiles(`${userId}/protocol/${from.key}/files`, initial.files)
  const files = useMemo(() => filesFor(source, kept, initial.files), [source, kept, initial.files])
  const [leftOut, setLeftOut] = useState<{ taken: string; others: readonly string[] } | null>(null)
  const checkInput = usePaused({ source, files: [...files] })
  const { data: check, error, isFetching } = useQuery(checkQuery(checkInput))
  const problems = check?.problems ?? []
  const [read, setRead] = useState<FileCheckView | null>(null)
  // While a line is being written the file mostly cannot be read: what was read last stays beside it.
  if (check?.definition && check !== read) setRead(check)
  const publish = usePublishVersion()
  const router = useRouter()
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const take = async (dropped: File[]) => {
    const read = await Promise.all(dropped.map(async (file) => ({ name: file.name, text: await file.text() })))
    const [protocol, ...others] = read.filter(({ name }) => PROTOCOL_FILE.test(name))
    setLeftOut(protocol && others.length > 0 ? { taken: protocol.name, others: others.map(({ name }) => name) } : null)
    const records = read.filter(({ name }) => !PROTOCOL_FILE.test(name))
    if (protocol) write(protocol.text)
    // Records that belong to the text before are not sent along with another one.
    const stay = protocol ? recordFileNames(protocol.text) : null
    const recordNames = new Set(records.map(({ name }) => name))
    setFiles([
      ...kept.filter(({ name }) => !recordNames.has(name) && (stay === null || stay.includes(name))),
      ...records,
    ])
  }
  const startOver = () => {
    const [text, own] = [draft, kept]
    setDraft('')
    forgetFiles()
    setLeftOut(null)
    const undo = () => {
      setDraft(text)
      setFiles(own)
    }
    toast.info('Started over', { id: 'started-over', action: { label: 'Undo', onClick: undo } })
  }
  const send = () =>
    publish.mutate(
      { source, files: [...files] },
      {
        onSuccess: ({ id, version }) => {
          clearDraft(source)
          forgetFiles()
          router.push(`/protocols/${id}/${version}`)
        },
      },
    )
  const goTo = (problem: FileProblem) => {
    if (field.current) goToPlace(field.current, problem)
  }
  const isChecked = checkInput.source === source && !isFetching && check !== undefined
  return (
    <>
      <PageHeader
        eyebrow={<Link href="/protocols">Protocols</Link>}
        title="Write a protocol"
        description={`Begins with ${from.title}. What you write is kept in this browser until you publish it; a published version never changes.`}
        actions={
          <>
            {problems[0] ? (
              <Button variant="ghost" onClick={() => problems[0] && goTo(problems[0])}>
                {problems.length === 1 ? 'To the problem' : `To the first of ${problems.length} problems`}
              </Button>
            ) : null}
            {draft === '' && kept === initial.files ? null : <Button onClick={startOver}>Start over</Button>}
            <Button
              variant="primary"
              loading={publish.isPending}
              disabled={!isChecked || problems.length > 0}
              onClick={send}
            >
              Publish
            </Button>
          </>
        }
      />
      {publish.error ? (
        <div className="mb-6">
          <Callout tone="danger" title="It was not published">
            {publish.error.message}
          </Callout>
        </div>
      ) : null}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <section aria-label="The file" className="min-w-0 space-y-4">
          <SourceField value={source} onChange={write} problems={problems} describedBy={listId} ref={field} />
          <div id={listId} aria-live="polite" className="space-y-4">
            <Problems problems={problems} isChecked={isChecked} tests={check?.tests ?? 0} onGo={goTo} />
            <Warnings warnings={check?.warnings ?? []} onGo={goTo} />
          </div>
          {error ? <ErrorState title="The file could not be checked">{error.message}</ErrorState> : null}
          <FileDrop
            multiple
            accept=".yaml,.yml,.jsonl,.json,.csv"
            label="Drop a protocol file here, or the records that its tests name"
            hint="The YAML takes the place of the text above; files of records are sent along with it."
            onFiles={(dropped) => void take(dropped)}
          />
          {leftOut ? (
            <Callout tone="warning" title="Only one protocol file is open at a time" live>
              <bdi>{leftOut.taken}</bdi> stands in the field above, and its records beside it. Left out:{' '}
              <bdi>{leftOut.others.join(', ')}</bdi>.
            </Callout>
          ) : null}
          {files.length > 0 ? (
            <ul className="flex flex-wrap gap-2" aria-label="Records of the tests">
              {files.map(({ name }) => (
                <li key={name} className="flex items-center gap-1">
                  <Badge>{name}</Badge>
                  <Button size="sm" variant="ghost" onClick={() => setFiles(kept.filter((each) => each.name !== name))}>
                    Take out<span className="sr-only"> {name}</span>
                  </Button>
                </li>
              ))}
            </ul>
          ) : null}
          <details>
            <summary className="font-medium text-sm">Begin with another example</summary>
            <ul className="mt-2 flex flex-wrap gap-2">
              {examples.map(({ name, title }) => (
                <li key={name}>
                  <ButtonLink size="sm" href={`/protocols/new?example=${name}`}>
                    {title}
                  </ButtonLink>
                </li>
              ))}
            </ul>
          </details>
        </section>
        <section aria-label="As annotators see it" className="min-w-0">
          <h2 className="mb-2 font-semibold text-lg">As annotators see it</h2>
          {read?.definition ? (
            <>
              {check && !check.definition ? (
                <p className="mb-2 text-muted text-sm">As it was before the file had problems.</p>
              ) : null}
              <Preview definition={read.definition} record={read.record} />
            </>
          ) : (
            <p className="text-muted text-sm">Shown once the file has no problems that keep it from being read.</p>
          )}
        </section>
      </div>
    </>
  )
}

/**
 * The records that go along with this text: those of the beginning only while the text names them, since a text that took the place of
 * all of it is about other records.
 */
function filesFor(source: string, storedFiles: readonly RecordFile[], initial: readonly RecordFile[]): RecordFile[] {
  const fileNames = recordFileNames(source)
  const isOfBeginning = ({ name, text }: RecordFile) => initial.some((each) => each.name === name && each.text === text)
  return storedFiles.filter((file) => fileNames.includes(file.name) || !isOfBeginning(file))
}

/** Files as the browser keeps them; none where something else stands there. */
function filesIn(storedJson: string): readonly RecordFile[] {
  try {
    return z.array(recordFileSchema).parse(JSON.parse(storedJson))
  } catch {
    return []
  }
}

/** The records of the tests, kept in this browser beside the text; those that it begins with until others are taken. */
function useStoredFiles(key: string, initial: readonly RecordFile[]) {
  const [kept, keep] = useStoredDraft(key)
  const files = useMemo(() => (kept === '' ? initial : filesIn(kept)), [kept, initial])
  return [files, (next: readonly RecordFile[]) => keep(JSON.stringify(next)), () => keep('')] as const
}

/** The value as it was when nothing was changed for a moment. */
function usePaused(file: ProtocolFileBody): ProtocolFileBody {
  const [paused, setPaused] = useState(file)
  const text = JSON.stringify(file)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(JSON.parse(text)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

const testsText = (tests: number) =>
  tests === 0 ? 'it has no tests yet' : tests === 1 ? '1 test holds' : `${tests} tests hold`

type ProblemsProps = {
  problems: readonly FileProblem[]
  isChecked: boolean
  tests: number
  onGo: (problem: FileProblem) => void
}

/** What is wrong, each problem a way to its place; or that nothing is. */
function Problems({ problems, isChecked, tests, onGo }: ProblemsProps) {
  // What was found before stands meanwhile, so that nothing below jumps with every key.
  if (problems.length === 0)
    return !isChecked ? (
      <p className="text-muted text-sm">Checking …</p>
    ) : (
      <p className="text-positive-text text-sm">No problems; {testsText(tests)}.</p>
    )
  return (
    <Callout tone="danger" live={false} title={problems.length === 1 ? 'One problem' : `${problems.length} problems`}>
      <Places listed={problems} onGo={onGo} />
    </Callout>
  )
}

/** What does not keep the file from being published. */
function Warnings({ warnings, onGo }: { warnings: readonly FileProblem[]; onGo: ProblemsProps['onGo'] }) {
  if (warnings.length === 0) return null
  return (
    <Callout tone="warning" title={warnings.length === 1 ? 'One warning' : `${warnings.length} warnings`}>
      <Places listed={warnings} onGo={onGo} />
    </Callout>
  )
}

function Places({ listed, onGo }: { listed: readonly FileProblem[]; onGo: ProblemsProps['onGo'] }) {
  return (
    <ol className="space-y-1">
      {listed.map((problem) => (
        <li key={`${placeText(problem)} ${problem.message}`}>
          <button
            type="button"
            className="text-start font-medium underline underline-offset-2"
            onClick={() => onGo(problem)}
          >
            {placeText(problem)}
          </button>
          : {problem.message} {problem.fix}
        </li>
      ))}
    </ol>
  )
}
