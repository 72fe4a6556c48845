import type { Command } from 'commander'
import { table } from '@/cli/output'
import type { Session } from '@/cli/session'
import type { PairFigures } from '@/lib/quality/calibration/contract'
import { listPeopleEndpoint, type People, type Person } from '@/lib/quality/people/contract'
import { coefficientText, estimateText } from '@/lib/quality/rater-matrix/rules'

/** assay people: everybody beside the other annotators, and beside gold without their own answers. */
export function peopleCommand(program: Command, session: () => Session): void {
  program
    .command('people')
    .description('each annotator beside the others, and beside gold without the annotator’s own answers; for managers')
    .argument('<project>', 'its id or exact name')
    .action(async (idOrName: string) => {
      const params = { projectId: (await session().project(idOrName)).id }
      const { figures, intervals, awaited, measures, people } = await session().call(listPeopleEndpoint, { params })
      session().output.result({ figures, intervals, awaited, measures, people }, () => {
        const pending = pendingText({ figures, intervals })
        const waiting = awaited > 0 ? [`${awaited} more tasks are being counted.`] : []
        const texts = people.flatMap((person) => personText(person, measures))
        return texts.length === 0 && figures.state === 'current'
          ? 'Nobody has rated anything yet that somebody else or gold did too.'
          : [...texts, ...pending, ...waiting].join('\n\n')
      })
    })
}

/** What is not of now yet, and that one asks again for it. */
function pendingText({ figures: { state, tasks, at }, intervals }: Pick<People, 'figures' | 'intervals'>): string[] {
  if (state === 'awaited') return ['The figures are being computed: ask again.']
  if (state === 'earlier')
    return [`These are the figures of ${at}, counted over ${tasks} tasks. Newer ones are being computed: ask again.`]
  return intervals === 'pending' ? ['Intervals are being computed: ask again.'] : []
}

/** Nothing of people without figures. */
function personText({ name, measures }: Person, headings: People['measures']): string[] {
  if (measures.length === 0) return []
  const rows = measures.flatMap(({ stage, measure, partners, gold }) => {
    const heading = headings.find((each) => each.stage === stage && each.measure === measure)
    const title = heading ? `${heading.stageTitle}, ${heading.title}` : `${stage}/${measure}`
    return [figuresRow(title, 'others', partners), figuresRow('', 'gold', gold)]
  })
  return [`${name}\n${table(['MEASURE', 'BESIDE', 'ALIKE', 'RESPONSES', 'PERCENT', 'KAPPA'], rows)}`]
}

const figuresRow = (title: string, beside: string, { units, alike, responses, percent, kappa }: PairFigures) => [
  title,
  beside,
  `${alike} of ${units}`,
  responses,
  estimateText(percent, coefficientText),
  estimateText(kappa, coefficientText),
]
