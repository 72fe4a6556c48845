/** The methods paragraph of a project's agreement: what was counted, what was left out, and every figure. Pure. */

import { COEFFICIENTS } from '@/lib/quality/agreement/coefficients'
import {
  type Agreement,
  CONFIDENCE,
  type EstimateView,
  type MeasureView,
  MIN_UNITS,
  RESAMPLES,
  SEED,
  type StageAgreement,
} from '@/lib/quality/agreement/contract'
import { ANNOTATORS_WORDS, chosenText, METHOD_WORDS } from '@/lib/quality/agreement/rules'
import { FEWEST_RESAMPLED, FEWEST_UNMARKED, INTERVAL_METHOD, isMarked } from '@/lib/stats/interval-limits'

export interface MethodsFacts {
  agreement: Agreement
  software: string
  /** Discarded items by their reasons, as texts. */
  discards: readonly { reason: string; items: number }[]
  /** What annotators saw of machines' suggestions, by question; none where nothing was suggested. */
  prefill: readonly { question: string; policy: string }[]
  /** Whether machines suggested anything at all. */
  suggested: boolean
  idleSeconds: number
}

export function methodsOf(facts: MethodsFacts): Paragraph[] {
  const { agreement } = facts
  return [
    [intro(facts), ...leftOut(facts), ' ', prefillText(facts)],
    ...agreement.stages.flatMap((stage) => [
      [stageText(stage)],
      ...stage.measures.map((measure) => measureText(measure)),
    ]),
    ...agreement.stages.flatMap(({ comparisons }) =>
      comparisons.map((comparison): Paragraph => [comparisonText(comparison)]),
    ),
    coefficientText(),
    [
      `Intervals are ${CONFIDENCE * 100}% bootstrap ${METHOD_WORDS[INTERVAL_METHOD]} from ${count(RESAMPLES)} resamples of whole responses with a unit of two ratings or more, since units of one response resemble each other (seed ${SEED})`,
      { cite: ['davison1997'] },
      `. ${ANNOTATORS_WORDS} Resamples in which a figure is undefined were left out of its limits; where there were any, their number is given. `,
      `With fewer than ${MIN_UNITS} units of two ratings or more only counts are given, and with fewer than ${FEWEST_RESAMPLED} responses to resample no interval; with fewer than ${FEWEST_UNMARKED} their number stands with the interval, which holds less than it promises. `,
      'Many coefficients are reported here; none was corrected for their number. ',
      `Active time counts pauses between signs of activity of less than ${facts.idleSeconds} seconds only. `,
      `Computed with Assay ${facts.software} from version ${agreement.version} of the data.`,
    ],
  ]
}

function intro({ agreement }: MethodsFacts): string {
  const annotators = agreement.raters.filter(({ kind }) => kind === 'annotator').length
  return `The project “${agreement.project.name}” followed the protocol ${agreement.project.protocol}. ${some(annotators, 'annotator')} worked independently and blind to each other; counted are the answers that they submitted in the first round, frozen before anybody saw another’s, of tasks whose annotators had all submitted.`
}

function leftOut({ agreement, discards }: MethodsFacts): Piece[] {
  const total = discards.reduce((sum, { items }) => sum + items, 0)
  const reasons = discards.map(({ reason, items }) => `${reason}: ${count(items)}`).join('; ')
  const dependent = agreement.stages.reduce((sum, { notIndependent }) => sum + notIndependent, 0)
  return [
    total === 0
      ? ' No response was discarded.'
      : ` ${some(total, 'response')} ${total === 1 ? 'was' : 'were'} discarded (${reasons}).`,
    dependent === 0
      ? ''
      : ` ${some(dependent, 'annotation')} that ${dependent === 1 ? 'was' : 'were'} not made independently ${dependent === 1 ? 'is' : 'are'} not counted.`,
  ]
}

function prefillText({ prefill, suggested }: MethodsFacts): string {
  if (!suggested) return 'No machine suggestions were offered to annotators.'
  if (prefill.length === 0)
    return 'Machine suggestions were offered to annotators, and shown at once, which may have raised their agreement.'
  const policies = prefill.map(({ question, policy }) => `${question}: ${policy}`).join('; ')
  return `Machine suggestions were offered to annotators, which may have raised their agreement (${policies}; all others shown at once).`
}

function stageText({ title, tasks, chosen }: StageAgreement): string {
  const parts = [
    `${title}: ${some(tasks.counted, 'response')} with independent annotations`,
    tasks.singleRated > 0 ? `, ${count(tasks.singleRated)} of them by one annotator only` : '',
    tasks.withoutAnnotation > 0 ? `; ${some(tasks.withoutAnnotation, 'response')} without any are not counted` : '',
    tasks.awaited > 0 ? `; ${some(tasks.awaited, 'response')} finished but not yet counted` : '',
    tasks.inProgress ? `; ${some(tasks.inProgress, 'response')} still in progress` : '',
  ]
  return `${parts.join('')}.${chosen ? ` ${chosenText(chosen)}` : ''}`
}

function measureText({ title, unitOfAnalysis, level, categories, all }: MeasureView): Paragraph {
  const overlap = all.units === 0 ? '' : ` (${share(all.unitsWithTwo / all.units)} of ${count(all.units)})`
  const words = new Map(categories.map(({ value, text }) => [value, text]))
  const prevalence = all.categories.map(({ value, count: ratings, share: part }) => {
    return `${words.get(value) ?? value} ${count(ratings)}${part === null ? '' : ` (${share(part)})`}`
  })
  const estimates: [string, EstimateView, (value: number) => string][] = [
    [COEFFICIENTS.percent.title, all.percent, share],
    [COEFFICIENTS.alpha.title, all.alpha, coefficient],
    ...all.others.map(({ key, estimate }): [string, EstimateView, (value: number) => string] => [
      COEFFICIENTS[key].title,
      estimate,
      key === 'unanimous' ? share : coefficient,
    ]),
  ]
  return [
    `${title} (unit of analysis: ${unitOfAnalysis}; ${level} values): ${some(all.unitsWithTwo, 'unit')} of two ratings or more${overlap}, in ${some(all.responsesWithTwo, 'response')}, which are resampled, by ${some(all.raters, 'annotator')}. `,
    all.percent.reason === 'too-few-units'
      ? `${all.percent.words} `
      : `${estimates.map(([name, estimate, format]) => told(name, estimate, format)).join(' ')} `,
    `Values given: ${prevalence.join(', ')}.`,
  ]
}

function comparisonText({
  title,
  unitOfAnalysis,
  units,
  pairs,
  responses,
  figures,
}: StageAgreement['comparisons'][number]): string {
  const estimates = figures.map(({ title: name, form, estimate }) =>
    told(name, estimate, form === 'count' ? count : form === 'share' ? share : coefficient),
  )
  return `${title} (unit of analysis: ${unitOfAnalysis}): ${some(units, 'unit')} in ${some(responses, 'response')}, ${some(pairs, 'pair')} of answers. ${estimates.join(' ')}`
}

/** A figure with its interval, or the words for why there is none. */
function told(name: string, { value, words, interval }: EstimateView, format: (value: number) => string): string {
  if (value === null) return `${name}: not given. ${words ?? ''}`.trim()
  if (!interval) return `${name}: ${format(value)}.`
  const few = isMarked(interval.drawn) ? `, of only ${some(interval.drawn, 'resampled response')}` : ''
  const { withAnnotators } = interval
  const others = withAnnotators
    ? `; ${format(withAnnotators.low)} to ${format(withAnnotators.high)} with other annotators`
    : ''
  const undefinedOnes =
    interval.undefinedResamples > 0 ? `; undefined in ${some(interval.undefinedResamples, 'resample')}` : ''
  return `${name}: ${format(value)} (${interval.confidence * 100}% interval ${format(interval.low)} to ${format(interval.high)}${few}${others}${undefinedOnes}).`
}

function coefficientText(): Paragraph {
  const cited: [string, Reference][] = [
    ['Percent agreement is the mean over units of the share of agreeing pairs of ratings', 'fleiss1971'],
    ['. Krippendorff’s alpha is computed over all annotators, with gaps', 'krippendorff2011'],
    ['; Fleiss’ kappa only where every unit was rated by the same number of annotators', 'fleiss1971'],
    ['; the mean of Cohen’s kappas over all pairs of annotators', 'light1971'],
    ['; Gwet’s AC1', 'gwet2008'],
    ['; the coefficient of Brennan and Prediger, which with two values is PABAK', 'brennan1981'],
    ['; of ordered values kappas with linear and quadratic weights', 'cohen1968'],
    ['; where three annotators or more rated every unit, Conger’s kappa', 'conger1980'],
    ['; and of numbers intraclass correlations', 'mcgraw1996'],
  ]
  return [...cited.flatMap(([words, reference]): Piece[] => [words, { cite: [reference] }]), '.']
}

const count = (number: number): string => number.toLocaleString('en')
const some = (number: number, word: string): string => `${count(number)} ${word}${number === 1 ? '' : 's'}`

/** As on the pages: a coefficient with two decimals, a share with one. */
function coefficient(value: number): string {
  const text = Math.abs(value).toFixed(2)
  return value < 0 && text !== '0.00' ? `−${text}` : text
}
function share(value: number): string {
  if (value === 0 || value === 1) return `${value * 100}%`
  return `${Math.min(99.9, Math.max(0.1, value * 100)).toFixed(1)}%`
}

/** What the methods text cites, as BibTeX. */
const REFERENCES = {
  fleiss1971:
    '@article{fleiss1971,\n  author = {Fleiss, Joseph L.},\n  title = {Measuring nominal scale agreement among many raters},\n  journal = {Psychological Bulletin},\n  volume = {76},\n  number = {5},\n  pages = {378--382},\n  year = {1971}\n}',
  krippendorff2011:
    "@techreport{krippendorff2011,\n  author = {Krippendorff, Klaus},\n  title = {Computing {Krippendorff's} Alpha-Reliability},\n  institution = {University of Pennsylvania},\n  year = {2011}\n}",
  light1971:
    '@article{light1971,\n  author = {Light, Richard J.},\n  title = {Measures of response agreement for qualitative data: Some generalizations and alternatives},\n  journal = {Psychological Bulletin},\n  volume = {76},\n  number = {5},\n  pages = {365--377},\n  year = {1971}\n}',
  gwet2008:
    '@article{gwet2008,\n  author = {Gwet, Kilem Li},\n  title = {Computing inter-rater reliability and its variance in the presence of high agreement},\n  journal = {British Journal of Mathematical and Statistical Psychology},\n  volume = {61},\n  number = {1},\n  pages = {29--48},\n  year = {2008}\n}',
  brennan1981:
    '@article{brennan1981,\n  author = {Brennan, Robert L. and Prediger, Dale J.},\n  title = {Coefficient kappa: Some uses, misuses, and alternatives},\n  journal = {Educational and Psychological Measurement},\n  volume = {41},\n  number = {3},\n  pages = {687--699},\n  year = {1981}\n}',
  cohen1968:
    '@article{cohen1968,\n  author = {Cohen, Jacob},\n  title = {Weighted kappa: Nominal scale agreement provision for scaled disagreement or partial credit},\n  journal = {Psychological Bulletin},\n  volume = {70},\n  number = {4},\n  pages = {213--220},\n  year = {1968}\n}',
  conger1980:
    '@article{conger1980,\n  author = {Conger, Anthony J.},\n  title = {Integration and generalization of kappas for multiple raters},\n  journal = {Psychological Bulletin},\n  volume = {88},\n  number = {2},\n  pages = {322--328},\n  year = {1980}\n}',
  mcgraw1996:
    '@article{mcgraw1996,\n  author = {McGraw, Kenneth O. and Wong, S. P.},\n  title = {Forming inferences about some intraclass correlation coefficients},\n  journal = {Psychological Methods},\n  volume = {1},\n  number = {1},\n  pages = {30--46},\n  year = {1996}\n}',
  davison1997:
    '@book{davison1997,\n  author = {Davison, Anthony C. and Hinkley, David V.},\n  title = {Bootstrap Methods and their Application},\n  publisher = {Cambridge University Press},\n  year = {1997}\n}',
} as const

export type Reference = keyof typeof REFERENCES

/** As they stand in running text. */
export const NAMES: Record<Reference, string> = {
  fleiss1971: 'Fleiss 1971',
  krippendorff2011: 'Krippendorff 2011',
  light1971: 'Light 1971',
  gwet2008: 'Gwet 2008',
  brennan1981: 'Brennan and Prediger 1981',
  cohen1968: 'Cohen 1968',
  conger1980: 'Conger 1980',
  mcgraw1996: 'McGraw and Wong 1996',
  davison1997: 'Davison and Hinkley 1997',
}

/** The entries of these, each once, in the order given. */
export const bibtexOf = (cited: readonly Reference[]): string =>
  [...new Set(cited)].map((reference) => REFERENCES[reference]).join('\n\n')

/** Plain words, or something to cite. */
export type Piece = string | { cite: readonly Reference[] }
export type Paragraph = readonly Piece[]

export const plainText = (paragraphs: readonly Paragraph[]): string =>
  `${paragraphs.map((paragraph) => paragraph.map(plainPiece).join('')).join('\n\n')}\n`

const plainPiece = (piece: Piece): string =>
  typeof piece === 'string' ? piece : ` (${piece.cite.map((reference) => NAMES[reference]).join('; ')})`

/** Paragraphs for the body of a document that loads natbib (or any package with \\citep). */
export const latexText = (paragraphs: readonly Paragraph[]): string =>
  `${paragraphs.map((paragraph) => paragraph.map(latexPiece).join('')).join('\n\n')}\n`

const latexPiece = (piece: Piece): string =>
  typeof piece === 'string' ? escapeLatex(piece) : `~\\citep{${piece.cite.join(',')}}`

export const citedIn = (paragraphs: readonly Paragraph[]): string =>
  `${bibtexOf(paragraphs.flat().flatMap((piece) => (typeof piece === 'string' ? [] : [...piece.cite])))}\n`

const COMMANDS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': '\\textquotedbl{}',
  '−': '$-$',
  '“': '``',
  '”': "''",
  '‘': '`',
  '’': "'",
  '–': '--',
  '—': '---',
  '…': '\\ldots{}',
  '\u00a0': '~',
}

/**
 * Any text as LaTeX that prints it: every character with a meaning of its own is escaped, control characters and line
 * breaks become spaces. Other letters stay, for engines that read UTF-8.
 */
export function escapeLatex(text: string): string {
  return (
    text
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .replace(/[\\~^<>|"−“”‘’–—…\u00a0#$%&_{}]/gu, (letter) => COMMANDS[letter] ?? `\\${letter}`)
      // Two characters that LaTeX would draw as one.
      .replace(/([-`'!?,])(?=[-`',])/g, (whole, letter: string, offset: number, all: string) =>
        isQuote(all.slice(offset, offset + 2)) ? whole : `${letter}{}`,
      )
  )
}

const isQuote = (two: string): boolean => ['``', "''", '--'].includes(two)
