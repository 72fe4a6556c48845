'use client'
import { Callout } from '@/components/ui/callout'
import { FileDrop } from '@/components/ui/file-drop'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Spinner } from '@/components/ui/spinner'
import { ProblemsTable } from '@/components/workspace/imports/problems-table'
import type { OutputsResult } from '@/lib/automation/prefill/outputs/contract'
import { useImportOutputs } from '@/lib/automation/prefill/outputs/hooks'

interface Props {
  projectId: string
  canChange: boolean
  formats: readonly { key: string; title: string; description: string }[]
}

/** Drop a file of machine outputs; it becomes runs, or says line by line what is wrong with it. */
export function OutputsView({ projectId, canChange, formats }: Props) {
  const imported = useImportOutputs(projectId)
  return (
    <>
      <PageHeader
        eyebrow={<Link href={`/projects/${projectId}/prefill`}>Pre-fill</Link>}
        title="Machine outputs"
        description="What a machine said about this project’s texts elsewhere becomes a run here, one a model: suggestions that name the file and the model."
      />
      <div className="space-y-6">
        {formats.length === 0 ? (
          <Callout tone="info" title="No such files for this protocol">
            Start a run instead, or import records whose labels become suggestions.
          </Callout>
        ) : null}
        {formats.length > 0 && canChange ? (
          <FileDrop
            label="Drop a file of machine outputs here, or choose one"
            hint="JSON Lines or a JSON list, up to 100 MB. The same file again adds nothing."
            accept=".jsonl,.json,.ndjson"
            disabled={imported.isPending}
            onFiles={([file]) => file && imported.mutate(file)}
          />
        ) : null}
        {imported.isPending ? (
          <p role="status" className="flex items-center gap-2 text-muted">
            <Spinner /> Reading the file and looking for its texts…
          </p>
        ) : null}
        {imported.error ? (
          <Callout tone="danger" title="The file was not imported">
            {imported.error.message}
          </Callout>
        ) : null}
        {imported.data ? <Outcome projectId={projectId} result={imported.data} /> : null}
        {formats.length > 0 ? (
          <Panel title="What is read">
            <dl className="space-y-3 text-sm">
              {formats.map(({ key, title, description }) => (
                <div key={key}>
                  <dt className="font-medium">{title}</dt>
                  <dd className="wrap-anywhere text-muted">{description}</dd>
                </div>
              ))}
            </dl>
          </Panel>
        ) : null}
      </div>
    </>
  )
}

function Outcome({ projectId, result }: { projectId: string; result: OutputsResult }) {
  if (result.problems.length > 0) return <Problems problems={result.problems} />
  const { runs, known, matched, unmatched, examples } = result
  return (
    <Callout tone={runs.length > 0 ? 'success' : 'info'} title={titleOf(result)}>
      <p>
        {matched} of {matched + unmatched} texts were found in this project.
      </p>
      {runs.length > 0 ? (
        <ul className="mt-2 space-y-1">
          {runs.map(({ id, name, suggestions }) => (
            <li key={id}>
              <Link href={`/projects/${projectId}/prefill/runs/${id}`}>{name}</Link>, {suggestions} suggestions
            </li>
          ))}
        </ul>
      ) : null}
      {known.length > 0 ? <p className="mt-2">Here already from the same file: {known.join(', ')}.</p> : null}
      {examples.length > 0 ? (
        <details className="mt-2">
          <summary>Texts that no item holds, or several</summary>
          <ul className="mt-1 list-disc ps-5">
            {examples.map((text) => (
              <li key={text} className="wrap-anywhere" dir="auto">
                {text}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Callout>
  )
}

function titleOf({ runs, known }: OutputsResult): string {
  if (runs.length > 0) return runs.length === 1 ? 'One run was made' : `${runs.length} runs were made`
  return known.length > 0 ? 'Nothing new in this file' : 'No text of this file was found here'
}

function Problems({ problems }: Pick<OutputsResult, 'problems'>) {
  return (
    <Callout tone="danger" title="The file was not imported, and nothing was written">
      <ProblemsTable problems={problems} />
    </Callout>
  )
}
