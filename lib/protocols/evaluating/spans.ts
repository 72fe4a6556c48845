/** Scoring of marked spans: by characters, over all items together and as means over items, by whole spans, and of each label. */
import type { EvaluationFigure, FigureFormula, Scoring, SumRatio } from '@/lib/protocols/evaluation'
import { joined, type MarkedSpan, sameSpan, spansOf } from '@/lib/protocols/marked-spans'
import type { Json } from '@/lib/protocols/protocol'
import { lengthOf, sharedLength } from '@/lib/protocols/span-comparison'
import type { ClassLabel } from './classes'
import { evaluateFormula } from './formulas'

/** Sums: items, means over items (intersection over union, F1), the same spans; then both, gold and predicted of characters and of spans. */
const [ITEMS, IOU, ITEM_F1, SAME, CHARACTERS, SPANS, LABELS] = [0, 1, 2, 3, 4, 7, 10]
/** Of each label: characters of both, of gold and predicted. */
const OF_LABEL = 3

const f1Of = (place: number): SumRatio => ({ over: [place, place], under: [place + 1, place + 2] })
const precisionOf = (place: number): SumRatio => ({ over: [place], under: [place + 2] })
const recallOf = (place: number): SumRatio => ({ over: [place], under: [place + 1] })

function figure(key: string, title: string, ratio: SumRatio): EvaluationFigure {
  const formula: FigureFormula = { is: 'mean', ratios: [ratio] }
  return {
    key,
    title,
    form: 'share',
    better: 'high',
    formula,
    of: (sums, classes) => evaluateFormula(formula, sums, classes),
  }
}

function spanFigures(labels: readonly ClassLabel[]): [EvaluationFigure, ...EvaluationFigure[]] {
  return [
    figure('characterF1', 'Character F1', f1Of(CHARACTERS)),
    figure('characterPrecision', 'Character precision', precisionOf(CHARACTERS)),
    figure('characterRecall', 'Character recall', recallOf(CHARACTERS)),
    figure('iou', 'Intersection over union of characters, mean over items', { over: [IOU], under: [ITEMS] }),
    figure('itemF1', 'Character F1, mean over items', { over: [ITEM_F1], under: [ITEMS] }),
    figure('spanF1', 'F1 of whole spans, with their labels', f1Of(SPANS)),
    figure('same', 'Exactly the same spans', { over: [SAME], under: [ITEMS] }),
    ...labels.map(({ value, text }, index) =>
      figure(`characterF1:${value}`, `${text}: character F1`, f1Of(LABELS + OF_LABEL * index)),
    ),
  ]
}

/**
 * Gold and predictions are answers of form `spans`. In an item in which neither marks anything both means count 1 (as the scorer of Mu-SHROOM,
 * Vázquez et al. 2025, does); an abstention counts as nothing marked, but is never the same.
 */
export function spanScoring(
  head: Pick<Scoring, 'key' | 'title' | 'unitOfAnalysis'>,
  labels: readonly ClassLabel[],
): Scoring {
  const isSame = (gold: readonly MarkedSpan[], value: Json) => {
    const predicted = spansOf(value)
    return (
      predicted !== null &&
      predicted.length === gold.length &&
      gold.every((span) => predicted.some((each) => sameSpan(each, span)))
    )
  }
  return {
    ...head,
    description:
      'Characters found among those that the gold marks, over all items together (micro) and as means over items; an item in which neither marks anything counts 1 in the means. Labels count in the figures that name them and in those of whole spans. An abstention marks nothing.',
    level: 'unit',
    counts: (gold) => spansOf(gold) !== null,
    sums: LABELS + OF_LABEL * labels.length,
    score: ({ gold, value }) => {
      const marked = spansOf(gold)
      if (!marked) return null
      const predicted = spansOf(value) ?? []
      const [both, ofGold, ofSystem] = charactersOf(marked, predicted)
      const either = ofGold + ofSystem - both
      const whole = marked.filter((span) => predicted.some((each) => sameSpan(each, span))).length
      return [
        1,
        either === 0 ? 1 : both / either,
        either === 0 ? 1 : (2 * both) / (ofGold + ofSystem),
        Number(isSame(marked, value)),
        both,
        ofGold,
        ofSystem,
        whole,
        marked.length,
        predicted.length,
        ...labels.flatMap((label) => {
          const of = (spans: readonly MarkedSpan[]) => spans.filter((span) => String(span.label) === label.value)
          return charactersOf(of(marked), of(predicted))
        }),
      ]
    },
    isRight: ({ gold, value }) => {
      const marked = spansOf(gold)
      return marked && isSame(marked, value)
    },
    figures: spanFigures(labels),
  }
}

/** Characters that both mark, that gold marks, and that the system marks. */
function charactersOf(gold: readonly MarkedSpan[], system: readonly MarkedSpan[]): [number, number, number] {
  const [one, other] = [joined(gold), joined(system)]
  return [sharedLength(one, other), lengthOf(one), lengthOf(other)]
}
