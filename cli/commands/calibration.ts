import type { Command } from 'commander'
import { table } from '@/cli/output'
import type { Session } from '@/cli/session'
import { refuseUnwritable } from '@/cli/write-file'
import {
  getCalibrationEndpoint,
  getCalibrationReceiptEndpoint,
  type JudgedQuestion,
  type PersonCalibration,
} from '@/lib/quality/calibration/contract'
import { GATE_TEXT } from '@/lib/quality/calibration/rules'

/** assay calibration: where everybody stands before the bars of the gate. */
export function calibrationCommand(program: Command, session: () => Session): void {
  program
    .command('calibration')
    .description('where everybody stands before each question’s bars of the calibration gate; for managers')
    .argument('<project>', 'its id or exact name')
    .option(
      '--receipt <file>',
      'write every rated unit beside gold, with what it comes to, as JSON (docs/agreement.md)',
    )
    .action(async (idOrName: string, { receipt }: { receipt?: string }) => {
      if (receipt !== undefined) await refuseUnwritable(receipt)
      const params = { projectId: (await session().project(idOrName)).id }
      const { settings, questions, people } = await session().call(getCalibrationEndpoint, { params })
      if (receipt !== undefined) await session().save(receipt, getCalibrationReceiptEndpoint, { params, query: {} })
      session().output.result({ settings, questions, people }, () =>
        people.length === 0
          ? 'Neither a gate nor repetitions have been set up.'
          : [gateText(settings.gateTasks), ...people.map(personText)].join('\n\n'),
      )
    })
}

const gateText = (tasks: number) =>
  tasks === 0 ? 'There is no gate.' : `The gate asks for ${tasks} calibration task${tasks === 1 ? '' : 's'}.`

function personText({ name, gate }: PersonCalibration): string {
  const head = `${name}: ${GATE_TEXT[gate.state]}, ${gate.done} of ${gate.required} tasks done`
  const compared = gate.bars.filter(({ units }) => units > 0)
  return compared.length === 0
    ? head
    : `${head}\n${table(['QUESTION', 'BAR', 'REACHED', ''], compared.flatMap(rowsOf))}`
}

function rowsOf({ title, units, alike, percent, recall, kappa }: JudgedQuestion): [string, string, string, string][] {
  const found = `${recall.right} of ${recall.units} that are ${recall.values.join(' or ')}`
  const lines = [
    { of: 'percent', unit: '%', bar: percent.bar, met: percent.met, reached: `${alike} of ${units} alike` },
    { of: 'recall', unit: '%', bar: recall.bar, met: recall.met, reached: recall.units === 0 ? null : found },
    { of: 'kappa', unit: '/100', bar: kappa.bar, met: kappa.met, reached: kappa.value?.toFixed(3) ?? null },
  ]
  return lines
    .filter(({ bar }) => bar !== null)
    .map(({ of, unit, bar, met, reached }) => [
      title,
      `${of} ${bar}${unit}`,
      reached ?? 'gold gives one value only',
      met === null ? '' : met ? 'met' : 'missed',
    ])
}
