'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { pickBinding } from '@/components/annotation/workbench/keys'
import { actsOfPick } from '@/components/annotation/workbench/pick-acts'
import { PickButton } from '@/components/annotation/workbench/pick-question'
import { SettledAboutItem } from '@/components/annotation/workbench/settled-before'
import { capitalised, kindWord } from '@/components/annotation/workbench/unit-name'
import { cn } from '@/components/ui/cn'
import { LongText } from '@/components/ui/long-text'
import { ItemText } from '@/components/workspace/items/item-text'
import { isOpenToPick, isPick, type PickQuestion, pickedFrom, referencesIn } from '@/lib/protocols/picks'
import type { UnitDraft } from '@/lib/protocols/protocol'

/** Columns where there is room for them, on a page of its own or beside a file that is written; more than four stand in rows. */
const COLUMNS: Readonly<Record<number, string>> = {
  2: '@2xl:grid-cols-2',
  3: '@2xl:grid-cols-2 @4xl:grid-cols-3',
  4: '@2xl:grid-cols-2 @6xl:grid-cols-4',
}
const ROWS = '@2xl:grid-cols-2 @6xl:grid-cols-3'

/** What is read: the item's texts, and below them what is picked from, side by side in the order drawn for this annotator. */
export function SidesPane() {
  const { protocol, stage, workbench, survey, order } = useBench()
  const whole = order[0]
  const picks = (whole ? (survey.units.get(whole.key)?.asked ?? []) : []).filter(isPick)
  const kinds = [...new Map(stage.questions.filter(isPick).map((question) => [question.picks.kind, question])).values()]
  return (
    <div className="@container min-w-0 space-y-6 lg:col-span-2">
      <SettledAboutItem protocol={protocol} stage={stage} units={workbench.units} />
      <ItemText protocol={protocol} stage={stage} content={workbench.item.content} units={NO_UNITS}>
        {() => null}
      </ItemText>
      {kinds.map((question) => (
        <Sides
          key={question.picks.kind}
          of={question}
          picks={picks.filter(({ picks: { kind } }) => kind === question.picks.kind)}
          whole={whole?.key ?? ''}
        />
      ))}
    </div>
  )
}

const NO_UNITS: readonly UnitDraft[] = []

/** `of`: a question that says which kind is picked from; `picks`: those that are asked now. */
function Sides({ of, picks, whole }: { of: PickQuestion; picks: readonly PickQuestion[]; whole: string }) {
  const { subject } = useBench()
  const units = pickedFrom(of, subject.units, whole)
  return (
    <div className={cn('grid items-start gap-4', COLUMNS[units.length] ?? ROWS)}>
      {units.map((unit, place) => (
        <Side key={unit.key} unit={unit} place={place} of={of} picks={picks} />
      ))}
    </div>
  )
}

interface SideProps {
  unit: UnitDraft
  /** As seen, from 0. */
  place: number
  of: PickQuestion
  picks: readonly PickQuestion[]
}

/** One of the texts. Where one question picks, it is picked by its heading as well. */
function Side({ unit, place, of, picks }: SideProps) {
  const bench = useBench()
  const { protocol, stage, answers, order } = bench
  const whole = order[0]
  const [question, ...more] = picks
  const name = `${capitalised(kindWord(stage, of.picks.kind))} ${place + 1}`
  const isChosen = (each: PickQuestion) => referencesIn(answers[whole?.key ?? '']?.[each.key]).includes(unit.key)
  const chosen = picks.filter(isChosen)
  return (
    <section
      aria-label={name}
      className={cn(
        'min-w-0 rounded-lg border bg-surface p-3',
        chosen.length > 0 ? 'border-accent outline outline-accent' : 'border-line',
      )}
    >
      {question && more.length === 0 && whole ? (
        <div className="mb-2 grid">
          <PickButton
            shortcut={pickBinding(protocol.id, stage, question, place)}
            chosen={chosen.length > 0}
            isOpen={isOpenToPick(question, answers[whole.key]?.[question.key], unit.key)}
            onPick={() => actsOfPick(bench, { unit: whole, question }).pick(unit.key)}
          >
            <span className="font-semibold">{name}</span>
          </PickButton>
        </div>
      ) : (
        <h2 className="mb-2 font-semibold text-sm">
          {name}
          {chosen.length > 0 ? (
            <span className="font-normal text-muted"> · {chosen.map(({ title }) => title).join(', ')}</span>
          ) : null}
        </h2>
      )}
      <div dir="auto" className="reading wrap-anywhere whitespace-pre-wrap">
        <LongText what={name.toLowerCase()}>{unit.text}</LongText>
      </div>
    </section>
  )
}
