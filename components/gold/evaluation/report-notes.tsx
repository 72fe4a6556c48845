import { DefinitionList } from '@/components/ui/definition-list'
import { Panel } from '@/components/ui/panel'
import { inWords, plainValue } from '@/components/workspace/tasks/plain-value'
import type { EvaluationReport } from '@/lib/gold/evaluation/report/contract'

/** What a reader has to know of the figures: how they were made, by which settings. */
export function ReportNotes({ report }: { report: EvaluationReport }) {
  const { parameters, prepared, notes } = report
  const facts = [
    ...Object.entries(parameters).map(([name, value]) => ({
      term: inWords(name).replace(/^./, (letter) => letter.toUpperCase()),
      description: plainValue(value),
    })),
    ...(prepared === null ? [] : [{ term: 'Found beforehand', description: plainValue(prepared, (name) => name) }]),
  ]
  return (
    <Panel title="How these figures were made">
      <div className="space-y-4">
        {facts.length > 0 ? <DefinitionList items={facts} /> : null}
        <ul className="max-w-prose list-disc space-y-1 ps-5 text-sm">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
