import { Folded } from '@/components/automation/prefill/folded'
import { CodeBlock } from '@/components/ui/code-block'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { TaskView } from '@/lib/gold/evaluation/contract'

/** How predictions for a task are written: fields and an example. */
export function FormatPanel({ task }: { task: TaskView }) {
  return (
    <Folded title="How predictions are written">
      <div className="space-y-4">
        <p className="max-w-prose text-muted text-sm">
          JSON lines, a JSON list, or CSV with these names as its heading; UTF-8. Any number of systems in one file. An
          item is named by its own id, or by its place as "#12".
        </p>
        <Table caption={`Fields of a line of predictions: ${task.title}`}>
          <thead>
            <tr>
              <Th>Field</Th>
              <Th>Needed</Th>
              <Th>What it holds</Th>
            </tr>
          </thead>
          <tbody>
            {task.fields.map(({ name, required, text }) => (
              <tr key={name}>
                <Th scope="row" className="align-top font-mono text-[0.8125rem]" dir="ltr">
                  {name}
                </Th>
                <Td>{required ? 'yes' : 'no'}</Td>
                <Td className="min-w-56">{text}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
        <CodeBlock label="Example lines">{task.example.join('\n')}</CodeBlock>
      </div>
    </Folded>
  )
}

/** What a task scores, after whom. */
export function TaskPanel({ task }: { task: TaskView }) {
  const { title, summary, source, stage, gold } = task
  return (
    <Panel title={title} description={summary}>
      <p className="mb-4 max-w-prose text-sm">
        {stage === null
          ? 'The predictions bring everything along, so no gold of this project is used.'
          : gold === 0
            ? `It needs gold of the stage “${stage}”, and there is none yet. Predictions can be uploaded before: they are scored once gold is there.`
            : `Scored against the gold of the stage “${stage}”: ${gold.toLocaleString('en')} ${gold === 1 ? 'item' : 'items'}.`}{' '}
        <span className="text-muted">
          After {source.paper}, {source.section}.
        </span>
      </p>
      <FormatPanel task={task} />
    </Panel>
  )
}
