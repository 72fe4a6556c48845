/** Steps of pre-fill: which questions each can answer, and what its prompts may ask for. */
import { isAnsweredAlong, isJudged } from '@/lib/protocols/language/compile/prefill/which-steps'
import {
  ITEM,
  type PrefillStepDefinition,
  type PromptDefinition,
  type RulesOfKit,
} from '@/lib/protocols/language/definition'
import { type Path, suggestion } from '@/lib/protocols/language/problems'
import {
  contentNamed,
  nameOfContent,
  namesIn,
  ownPromptName,
  PLACEHOLDERS,
  type Placeholder,
  type PromptPart,
  STANDARD_NAMES,
  standardPrompts,
  withoutNames,
} from '@/lib/protocols/language/prompts'
import {
  type FilePrefillStep,
  type FileQuestion,
  type ProtocolFile,
  RULES_SAY,
} from '@/lib/protocols/language/vocabulary'
import { listsMarks, textOf } from './define-lists'
import { optionsOf, settlingOf } from './define-questions'
import { kindsShown } from './define-stage-units'
import type { ProblemList } from './problem-list'

interface Asked {
  question: FileQuestion
  stage: string
  /** Do annotators list, in the same stage, what it is asked about? */
  isAboutListed: boolean
  /** Is it a list of stretches that are marked in a text? */
  listsMarks: boolean
}

const askedIn = (file: ProtocolFile): Asked[] =>
  file.stages.flatMap(({ id: stage, questions }) =>
    questions.map((question) => ({
      question,
      stage,
      isAboutListed: questions.some(({ form, of }) => form === 'list' && of === (question.on ?? ITEM)),
      listsMarks: listsMarks(file, question),
    })),
  )

type Does = PrefillStepDefinition['does']
const WORDS = ['judge', 'list', 'evidence', 'links', 'cut'] as const

const stepsIn = ({ prefill }: ProtocolFile): readonly FilePrefillStep[] =>
  prefill === undefined || prefill === 'none' ? [] : prefill

const canBeJudged = (question: FileQuestion): boolean => isJudged({ form: question.form, settle: settlingOf(question) })

function doneBy(step: FilePrefillStep, askedQuestions: readonly Asked[]): { does: Does; questions: readonly string[] } {
  if (step.judge) return { does: 'judge', questions: step.judge }
  if (step.evidence !== undefined) return { does: 'evidence', questions: [step.evidence] }
  if (step.links !== undefined) return { does: 'links', questions: [step.links] }
  if (step.cut !== undefined) return { does: 'cut', questions: [] }
  const { list = '' } = step
  const found = askedQuestions.find(({ question }) => question.id === list)
  return { does: found?.question.form === 'span' ? 'mark' : found?.listsMarks ? 'marks' : 'list', questions: [list] }
}

/** Every step does one thing, for questions that it can answer, with prompts that can be filled in. */
export function checkPrefill(file: ProtocolFile, problems: ProblemList): void {
  const askedQuestions = askedIn(file)
  const steps = stepsIn(file)
  problems.twice(
    steps.map(({ id }, index) => ({ name: id, path: ['prefill', index, 'id'] })),
    'step',
  )
  const stepByQuestion = new Map<string, string>()
  for (const [index, step] of steps.entries())
    checkStep(file, step, { path: ['prefill', index], asked: askedQuestions, taken: stepByQuestion, problems })
}

interface StepCheck {
  path: Path
  asked: readonly Asked[]
  /** The questions of the steps before, each with its step. */
  taken: Map<string, string>
  problems: ProblemList
}

function checkStep(file: ProtocolFile, step: FilePrefillStep, check: StepCheck): void {
  const { path, asked, taken, problems } = check
  const [word, other] = WORDS.filter((each) => step[each] !== undefined)
  if (word === undefined || other !== undefined) {
    problems.key(
      other === undefined ? path : [...path, other],
      word === undefined ? 'The step does nothing.' : `A step does one thing, and this has "${word}" and "${other}".`,
      word === undefined
        ? 'Write judge: [...], list: ..., evidence: ... or links: ..., with questions of the file, or cut: and a kind of unit.'
        : `Make a step of its own of "${other}".`,
    )
    return
  }
  const { does, questions } = doneBy(step, asked)
  if (step.cut !== undefined) checkCut(file, step.cut, path, problems)
  const found: Asked[] = []
  for (const [place, name] of questions.entries()) {
    const namePath = word === 'judge' ? [...path, word, place] : [...path, word]
    const question = asked.find((each) => each.question.id === name)
    const problem = questionProblem(name, question, does, asked)
    if (problem) problems.value(namePath, problem.message, problem.fix)
    else if (question) {
      const before = taken.get(name)
      if (before !== undefined)
        problems.value(namePath, `The step "${before}" answers "${name}" already.`, 'Take it out of one of the two.')
      taken.set(name, step.id)
      found.push(question)
    }
  }
  const [first] = found
  if (!first && step.cut === undefined) return
  checkWords(step, does, path, problems)
  checkPromptName(file, step, path, problems)
  checkPrompts(file, step, { does, path, found, problems })
  if (!first) return
  for (const [place, { stage, question }] of found.entries())
    if (stage !== first.stage)
      problems.value(
        [...path, 'judge', place],
        `"${question.id}" is asked in the stage "${stage}", and "${first.question.id}" in "${first.stage}".`,
        'Make a step for each stage.',
      )
  checkTogether(step, { path, found, problems })
  checkAnswers(file, step, first, check)
  checkContentNamed(file, step, path, problems)
  checkRules(step, does, { path, found, problems })
  checkSearched(step, first, path, problems)
}

/** A unit has a text that can be searched for, the item has several. */
function checkSearched({ links, text }: FilePrefillStep, { question }: Asked, path: Path, problems: ProblemList): void {
  if (links !== undefined && text === undefined && (question.on ?? ITEM) === ITEM)
    problems.key(
      [...path, 'links'],
      'Which text of the item is searched for?',
      'Add text: and the name of its content.',
    )
}

/** What is cut are the units of the splitter, in the first stage, before anything is proposed about them. */
function checkCut(file: ProtocolFile, kind: string, path: Path, problems: ProblemList): void {
  const { units = [], stages } = file
  const cutPath = [...path, 'cut']
  const cutKinds = units.flatMap(({ id, from }) => (from === 'splitter' ? [id] : []))
  const [first] = stages
  const shown = first && kindsShown(first)
  if (!cutKinds.includes(kind))
    problems.value(
      cutPath,
      `"${kind}" is no kind of unit that is cut from a text.`,
      cutKinds.length > 0
        ? suggestion(kind, cutKinds, 'unit')
        : 'Write from: splitter at the unit, or take the step out.',
    )
  else if (shown && !shown.includes(kind))
    problems.value(
      cutPath,
      `Texts are cut for the first stage, and "${first.id}" does not show "${kind}".`,
      `Add ${kind} to the units of the stage, or take the step out.`,
    )
  else if (stepsIn(file).findIndex(({ cut }) => cut !== undefined) !== path[1])
    problems.value(cutPath, 'Another step cuts the text already.', 'Take the step out.')
  else if (path[1] !== 0)
    problems.value(
      cutPath,
      'What is proposed before the text is cut would be about other units.',
      'Put the step before all others.',
    )
}

interface Problem {
  message: string
  fix: string
}

/** Why a step cannot answer a question; null where it can. */
function questionProblem(
  name: string,
  askedQuestion: Asked | undefined,
  does: Does,
  all: readonly Asked[],
): Problem | null {
  if (!askedQuestion) {
    const questionNames = all.filter((each) => canBeAnswered(each, does)).map(({ question }) => question.id)
    return { message: `There is no question "${name}".`, fix: suggestion(name, questionNames, 'question') }
  }
  if (canBeAnswered(askedQuestion, does)) return null
  const { question, isAboutListed } = askedQuestion
  if (isAboutListed)
    return question.form === 'list'
      ? {
          message: `"${name}" is a list within a list.`,
          fix: 'Take it out: the step of the list around it proposes its entries as well.',
        }
      : {
          message: `"${name}" is asked about what annotators list in the same stage.`,
          fix: 'Take it out: the step of the list answers it for the entries that it proposes.',
        }
  if (isOfUnits(askedQuestion))
    return {
      message: `"${name}" is marked for each unit, for which no spans are proposed yet.`,
      fix: 'Take it out: it is left to people.',
    }
  if ((does === 'judge' || does === 'links') && settlingOf(question) === 'aside')
    return { message: `"${name}" takes everybody's own words, which are not proposed.`, fix: 'Take it out.' }
  if (does === 'judge')
    return {
      message: `A judge chooses among values, and "${name}" is of the form ${question.form}.`,
      fix: ownStep(question),
    }
  if (does === 'links')
    return {
      message: `Pages are proposed for questions of the form links, and "${name}" is of the form ${question.form}.`,
      fix: ownStep(question),
    }
  return does === 'evidence'
    ? {
        message: `"${name}" is no list with "evidence".`,
        fix: 'Say at the list which questions take address and query, or write list: in place of evidence:.',
      }
    : {
        message: `Entries and spans are proposed for questions of the form list or span, and "${name}" is of the form ${question.form}.`,
        fix: ownStep(question),
      }
}

/** The step that can answer the question, if any can. */
function ownStep(question: FileQuestion): string {
  const { id, form } = question
  if (canBeJudged(question)) return `Write judge: [${id}].`
  if (form === 'links' && settlingOf(question) !== 'aside') return `Write a step of its own for it: links: ${id}.`
  return ['list', 'span'].includes(form)
    ? `Write a step of its own for it: list: ${id}.`
    : 'Take it out: it is left to people.'
}

/** Are spans marked for units that are there before anybody lists any? */
const isOfUnits = ({ question: { form, on = ITEM } }: Asked): boolean => form === 'span' && on !== ITEM

function canBeAnswered(askedQuestion: Asked, does: Does): boolean {
  const { question, isAboutListed } = askedQuestion
  if (isAboutListed || isOfUnits(askedQuestion)) return false
  if (does === 'judge') return canBeJudged(question)
  if (does === 'links') return question.form === 'links' && settlingOf(question) !== 'aside'
  if (does === 'evidence') return question.form === 'list' && question.evidence !== undefined
  return question.form === 'list' || question.form === 'span'
}

/** The words that go with some steps only. */
const WITH: Readonly<Record<string, readonly Does[]>> = {
  answers: ['list', 'marks', 'evidence', 'judge'],
  quoted: ['list'],
  samples: ['judge'],
  together: ['judge'],
  rules: ['judge', 'list'],
  values: ['judge'],
  claim: ['judge'],
  text: ['judge', 'links'],
  promptName: ['judge', 'list', 'mark', 'marks', 'cut'],
  temperature: ['judge', 'list', 'mark', 'marks', 'evidence'],
  system: ['judge', 'list', 'mark', 'marks', 'cut'],
  user: ['judge', 'list', 'mark', 'marks', 'cut'],
  queries: ['evidence'],
  quotes: ['evidence'],
}
const CALLED: Readonly<Record<Does, string>> = {
  judge: 'judges',
  list: 'lists entries',
  mark: 'marks spans',
  marks: 'lists marks',
  evidence: 'looks for evidence',
  links: 'looks for links',
  cut: 'cuts a text',
}

function checkWords(step: FilePrefillStep, does: Does, path: Path, problems: ProblemList): void {
  for (const [word, kinds] of Object.entries(WITH))
    if (word in step && !kinds.includes(does))
      problems.key(
        [...path, word],
        `"${word}" does not go with a step that ${CALLED[does]}.`,
        does === 'evidence' && ['system', 'user'].includes(word)
          ? 'Write it under queries or under quotes, which are its two prompts.'
          : 'Take it out.',
      )
}

/** Besides the answers to questions that are judged together by their ids, what an answer of a model has. */
const TAKEN = ['reason', 'number']

/** Questions of one call are about the same units, and each has a name of its own in the answer. */
function checkTogether(
  { together }: FilePrefillStep,
  { path, found, problems }: { path: Path; found: readonly Asked[]; problems: ProblemList },
): void {
  if (!together) return
  const [first] = found
  for (const [place, { question }] of found.entries()) {
    const namePath = [...path, 'judge', place]
    if ((question.on ?? ITEM) !== (first?.question.on ?? ITEM))
      problems.value(
        namePath,
        `What is judged together is about one kind of unit, and "${question.id}" is about another than "${first?.question.id}".`,
        'Make a step for each kind.',
      )
    if (TAKEN.includes(question.id))
      problems.value(
        namePath,
        `"${question.id}" is what an answer has besides the questions that are judged together.`,
        'Judge it in a step of its own.',
      )
  }
}

/** A name by which one prompt is known, of a step that has one of its own. */
function checkPromptName(
  file: ProtocolFile,
  { id, promptName, system, user }: FilePrefillStep,
  path: Path,
  problems: ProblemList,
): void {
  if (promptName === undefined) return
  const namePath = [...path, 'promptName']
  if (system === undefined && user === undefined)
    problems.key(namePath, 'The step asks with the standard prompt, which has a name.', 'Take it out.')
  const other = stepsIn(file).find(
    (step) => step.id !== id && [step.id, step.promptName, ...namesOfEvidence(step)].includes(promptName),
  )
  if (other)
    problems.value(namePath, `The step "${other.id}" has a prompt or an id of this name.`, 'Choose another name.')
  else if (STANDARD_NAMES.includes(promptName))
    problems.value(namePath, 'A standard prompt has this name.', 'Choose another name.')
}

/** What the two prompts of a step that looks for evidence are called where they are its own. */
const namesOfEvidence = (step: FilePrefillStep): string[] =>
  (['queries', 'quotes'] as const).flatMap((part) => (step[part] ? [ownPromptName(step, part)] : []))

/** What is answered along with an entry is chosen, or marked in a text, and asked about entries of this very list; where a mark is, is said with it. */
function checkAnswers(
  file: ProtocolFile,
  { answers = [] }: FilePrefillStep,
  { question }: Asked,
  { path, asked, problems }: StepCheck,
) {
  const text = textOf(file, question)
  const about = asked.filter((each) => (each.question.on ?? ITEM) === question.of && each.isAboutListed)
  const questionNames = about
    .filter((each) => each.question !== text)
    .filter(({ question: { form, evidence }, question: each }) =>
      isAnsweredAlong({ form, settle: settlingOf(each), evidence: evidence !== undefined }),
    )
    .map((each) => each.question.id)
  const isOfEvidence = (name: string) => about.some((each) => each.question.id === name && each.question.evidence)
  for (const [place, name] of answers.entries())
    if (question.form === 'list' && !questionNames.includes(name)) {
      const namePath = [...path, 'answers', place]
      if (isOfEvidence(name))
        problems.value(
          namePath,
          `"${name}" is a list with "evidence", whose quotations are not proposed along with an entry.`,
          'Take it out: it is left to people.',
        )
      else
        problems.value(
          namePath,
          `"${name}" is no question about "${question.of}" that is answered along with an entry: by choosing, by marking words, or by a list.`,
          suggestion(name, questionNames, 'question'),
        )
    }
}

function checkContentNamed(file: ProtocolFile, step: FilePrefillStep, path: Path, problems: ProblemList): void {
  for (const word of ['quoted', 'claim', 'text'] as const) {
    const name = step[word]
    if (name !== undefined) checkName(file, name, [...path, word], problems)
  }
}

/** Content that annotators may see: what is hidden would tell a model what it shall find. */
function checkName({ record }: ProtocolFile, name: string, path: Path, problems: ProblemList): void {
  const contentNames = Object.keys(record.content)
  if (contentNames.includes(name)) return
  if (Object.hasOwn(record.hidden ?? {}, name))
    problems.value(
      path,
      `"${name}" is hidden: no model is given it, as it may say what is to be found.`,
      'Take it out, or name it under content if everybody may see it.',
    )
  else problems.value(path, `There is no content called "${name}".`, suggestion(name, contentNames, 'content'))
}

function checkRules(
  step: FilePrefillStep,
  does: Does,
  { path, found, problems }: { path: Path; found: readonly Asked[]; problems: ProblemList },
): void {
  const { rules, claim, quoted, text } = step
  if (rules === undefined) {
    for (const word of ['values', 'claim', 'text', 'answers'] as const)
      if (step[word] !== undefined && does === 'judge')
        problems.key([...path, word], `"${word}" goes with "rules".`, 'Take it out, or write rules: check-worthiness.')
    return
  }
  const rulesPath = [...path, 'rules']
  const isOfList = rules === 'sentence-claims'
  if (isOfList !== (does === 'list')) {
    problems.value(
      rulesPath,
      isOfList ? 'The rules sentence-claims list entries.' : `The rules ${rules} choose an answer.`,
      isOfList ? 'Write them at a step with list:.' : 'Write them at a step with judge:.',
    )
    return
  }
  if (isOfList) {
    if (quoted !== undefined)
      problems.key([...path, 'quoted'], 'The rules word claims anew, so that they are no quotations.', 'Take it out.')
    return
  }
  const question = questionOfRules(step, { path, found, problems })
  if (question) checkRuleValues(step, { rules, question }, path, problems)
  if (rules === 'whole-text' && text === undefined && question && (question.on ?? ITEM) === ITEM)
    problems.key(rulesPath, 'Which text of the item is looked at?', 'Add text: and the name of its content.')
  if (rules === 'stance' && claim === undefined)
    problems.key(rulesPath, 'Which claim is the stance about?', 'Add claim: and the name of its content.')
  if (rules !== 'stance' && claim !== undefined)
    problems.key([...path, 'claim'], '"claim" goes with the rules stance.', 'Take it out.')
}

/** The one question that rules answer: the one that is named among those of the step, or the only one. */
function questionOfRules(
  { answers, judge = [] }: FilePrefillStep,
  { path, found, problems }: { path: Path; found: readonly Asked[]; problems: ProblemList },
): FileQuestion | undefined {
  const names = answers ?? judge
  if (names.length === 0 || (answers === undefined && names.length > 1)) {
    problems.value(
      [...path, 'rules'],
      'These rules answer one question.',
      `Name it: answers: [${found[0]?.question.id}], or make a step of its own for it.`,
    )
    return undefined
  }
  const first = names.findIndex((name) => judge.includes(name))
  for (const [place, name] of names.entries()) {
    const namePath = [...path, 'answers', place]
    if (!judge.includes(name))
      problems.value(namePath, `The step does not judge "${name}".`, suggestion(name, judge, 'question'))
    else if (place > first)
      problems.value(namePath, 'These rules answer one question.', `Take it out: answers: [${names[first]}].`)
  }
  return found.find(({ question }) => question.id === names[first])?.question
}

/** For what the rules say there are answers that can be given. */
function checkRuleValues(
  { values }: FilePrefillStep,
  { rules, question }: { rules: RulesOfKit; question: FileQuestion },
  path: Path,
  problems: ProblemList,
): void {
  const says: readonly string[] = RULES_SAY[rules]
  if (values === undefined)
    problems.key(
      [...path, 'rules'],
      'Which answer is given for what the rules say?',
      `Add values: {${says.map((ruleValue) => `${ruleValue}: ...`).join(', ')}}.`,
    )
  const optionValues = optionsOf(question, []).map(({ value }) => value)
  for (const [said, answer] of Object.entries(values ?? {})) {
    if (!says.includes(said))
      problems.key([...path, 'values', said], `The rules ${rules} never say "${said}".`, suggestion(said, says, 'word'))
    if (!optionValues.some((each) => each === answer))
      problems.value(
        [...path, 'values', said],
        `Nobody can choose ${JSON.stringify(answer)} for "${question.id}".`,
        suggestion(String(answer), optionValues.map(String), 'value'),
      )
  }
}

interface PromptCheck {
  does: Does
  path: Path
  found: readonly Asked[]
  problems: ProblemList
}

function checkPrompts(file: ProtocolFile, step: FilePrefillStep, check: PromptCheck): void {
  const { together } = step
  for (const [part, standard] of Object.entries(standardPrompts({ does: check.does, together }))) {
    const own = ownPrompt(step, part as PromptPart)
    if (own) checkPrompt(file, { part: part as PromptPart, own, standard, together }, check)
  }
}

interface OwnPrompt {
  part: PromptPart
  own: PromptDefinition
  standard: PromptDefinition
  together: true | undefined
}

function checkPrompt(
  file: ProtocolFile,
  { part, own, standard, together }: OwnPrompt,
  { does, path, found, problems }: PromptCheck,
): void {
  const partPath = part === 'prompt' ? path : [...path, part]
  const unseenPath = own.user === undefined ? [...partPath, 'system'] : [...partPath, 'user']
  const placeholders = [
    ...PLACEHOLDERS.filter((name) => isFilledIn(name, does, together)),
    ...Object.keys(file.record.content).filter((name) => PLACEHOLDERS.every((each) => each !== name)),
  ]
  const texts = { ...standard, ...own }
  const names = namesIn(texts)
  for (const word of ['system', 'user'] as const) {
    const text = own[word]
    if (text !== undefined) checkText(file, text, { known: placeholders, path: [...partPath, word], problems })
  }
  if (!showsItem(file, { does, part, names }, found)) {
    const { message, fix } = does === 'cut' ? TEXT_UNSEEN : ITEM_UNSEEN
    problems.key(unseenPath, message, fix)
  }
  for (const word of ['system', 'user'] as const)
    checkShadowed(file, { text: own[word], names, known: placeholders, path: [...partPath, word] }, problems)
  const missing = (together ? neededTogether(own, found) : neededBy(does, part, found)).filter(
    (name) => !names.includes(name),
  )
  const isNameable = together && missing.includes('question')
  if (missing.length > 0)
    problems.key(
      unseenPath,
      `The model would not see what it is asked: ${missing.map((name) => `{{${name}}}`).join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
      missing.length > 1
        ? `Put them where the model is to read them${isNameable ? '; in the place of {{question}}, every question can be named there by its id' : ''}.`
        : `Put it where the model is to read it${isNameable ? ', or name every question there by its id' : ''}.`,
    )
}

const ITEM_UNSEEN: Problem = {
  message: 'The model would not see the item.',
  fix: 'Put {{item}} or content by its name where the model is to read it.',
}
const TEXT_UNSEEN: Problem = {
  message: 'The model would not see the text.',
  fix: 'Put {{units}}, or the text by its name, where the model is to read it.',
}

/** What is listed of an item, or searched for, is looked for in something, and what is cut is read. */
function showsItem(
  { record, units = [] }: ProtocolFile,
  { does, part, names }: { does: Does; part: PromptPart; names: readonly string[] },
  found: readonly Asked[],
): boolean {
  if (does === 'cut') {
    const texts = units.flatMap(({ from, text }) => (from === 'splitter' ? [text] : []))
    return names.some((name) => name === 'units' || texts.includes(contentNamed(name)))
  }
  const isOfItem = does === 'list' && found.every(({ question }) => (question.on ?? ITEM) === ITEM)
  if (!isOfItem && part !== 'queries') return true
  const showing: readonly string[] = part === 'queries' ? ['item', 'units'] : ['item']
  return names.some((name) => showing.includes(name) || Object.hasOwn(record.content, contentNamed(name)))
}

/** Content that has the name of something else: who writes the bare name may mean it, unless it stands in the prompt as well. */
function checkShadowed(
  { record }: ProtocolFile,
  {
    text = '',
    names,
    known,
    path,
  }: { text: string | undefined; names: readonly string[]; known: readonly string[]; path: Path },
  problems: ProblemList,
): void {
  for (const name of namesIn({ user: text })) {
    const isBoth =
      known.includes(name) && PLACEHOLDERS.some((each) => each === name) && Object.hasOwn(record.content, name)
    if (isBoth && !names.includes('item') && !names.includes(nameOfContent(name)))
      problems.value(
        path,
        `{{${name}}} is not the content "${name}" here, which the model would not see: the name has a meaning of its own in prompts.`,
        `Write {{${nameOfContent(name)}}} for the content, beside {{${name}}} or in its place.`,
      )
  }
}

export function ownPrompt(step: FilePrefillStep, part: PromptPart): PromptDefinition | undefined {
  const { system, user } = part === 'prompt' ? step : (step[part] ?? {})
  if (system === undefined && user === undefined) return undefined
  return { ...(system === undefined ? {} : { system }), ...(user === undefined ? {} : { user }) }
}

/** What cuts a text asks no question, and only what chooses has values; those of questions that are judged together stand with them. */
const isFilledIn = (name: Placeholder, does: Does, together: true | undefined): boolean =>
  name === 'values' ? !together && ['judge', 'mark', 'marks'].includes(does) : name !== 'question' || does !== 'cut'

/** The form of the answer has the questions by their ids, so that a file whose own words name each of them says what is asked. */
function neededTogether({ system = '', user = '' }: PromptDefinition, found: readonly Asked[]): Placeholder[] {
  const words = withoutNames(`${system} ${user}`)
  const isNamed = ({ question: { id } }: Asked) => new RegExp(`\\b${id}\\b`).test(words)
  const needed: Placeholder[] = found.every(isNamed) ? [] : ['question']
  return found.some(({ question }) => (question.on ?? ITEM) !== ITEM) ? ['units', ...needed] : needed
}

/** Without these no answer could be told apart, or none could be given. */
function neededBy(does: Does, part: PromptPart, found: readonly Asked[]): Placeholder[] {
  const isAboutUnits = found.some(({ question }) => (question.on ?? ITEM) !== ITEM)
  if (does === 'judge') return isAboutUnits ? ['units', 'question', 'values'] : ['question', 'values']
  if (part === 'quotes' || does === 'mark' || does === 'marks' || isAboutUnits) return ['units']
  return []
}

function checkText(
  file: ProtocolFile,
  text: string,
  { known, path, problems }: { known: readonly string[]; path: Path; problems: ProblemList },
): void {
  for (const name of namesIn({ user: text })) {
    const content = contentNamed(name)
    if (known.includes(name) || (content !== name && Object.hasOwn(file.record.content, content))) continue
    const isOther = PLACEHOLDERS.some((each) => each === name)
    if (isOther)
      problems.value(
        path,
        `{{${name}}} is empty in this step.`,
        Object.hasOwn(file.record.content, name)
          ? `Write {{${nameOfContent(name)}}} for the content of this name.`
          : name === 'values'
            ? 'Take {{values}} out: values of questions that are judged together stand in {{question}}, and other steps choose none.'
            : `Take {{${name}}} out: a step that cuts a text asks nothing.`,
      )
    else if (Object.hasOwn(file.record.hidden ?? {}, content))
      problems.value(
        path,
        `{{${name}}} is hidden: no model is given it, as it may say what is to be found.`,
        `Take {{${name}}} out, or name it under content if everybody may see it.`,
      )
    else problems.value(path, `Nothing fills in {{${name}}}.`, suggestion(name, known, 'name'))
  }
  if (/\{\{|\}\}/.test(withoutNames(text)))
    problems.value(
      path,
      'Two braces that name nothing stand here.',
      'Write a name as {{item}}, and no other double braces.',
    )
  if (/[⟦⟧]/u.test(text))
    problems.value(path, 'The brackets ⟦ and ⟧ stand around what is filled in.', 'Use other brackets.')
}

/** The steps of a file that was checked. */
export function prefillOf(file: ProtocolFile): readonly PrefillStepDefinition[] {
  const askedQuestions = askedIn(file)
  return stepsIn(file).map((step): PrefillStepDefinition => {
    const { id, title, says, answers, quoted, samples, temperature, together, promptName } = step
    const { does, questions } = doneBy(step, askedQuestions)
    const asked = askedQuestions.find(({ question }) => question.id === questions[0])
    const stage = does === 'cut' ? file.stages[0]?.id : asked?.stage
    const parts = Object.keys(standardPrompts({ does })) as PromptPart[]
    const isRuled = step.rules !== undefined && does === 'judge'
    return {
      id,
      ...(title === undefined ? {} : { title }),
      ...(says === undefined ? {} : { says }),
      stage: stage ?? '',
      does,
      questions,
      ...(answers && !isRuled ? { answers } : {}),
      ...(together ? { together } : {}),
      ...(promptName === undefined ? {} : { promptName }),
      ...(quoted === undefined ? {} : { quoted }),
      ...(does === 'links' && step.text !== undefined ? { text: step.text } : {}),
      ...rulesOf(step),
      ...(samples === undefined ? {} : { samples }),
      ...(temperature === undefined ? {} : { temperature }),
      ...Object.fromEntries(
        parts.flatMap((part) => {
          const stepPrompt = ownPrompt(step, part)
          return stepPrompt ? [[part, stepPrompt]] : []
        }),
      ),
    }
  })
}

function rulesOf({
  rules,
  values = {},
  claim,
  text,
  judge,
  answers,
}: FilePrefillStep): Pick<PrefillStepDefinition, 'rules'> {
  if (rules === undefined) return {}
  const kit: RulesOfKit = rules
  return {
    rules: {
      kit,
      values: Object.entries(values).map(([said, answer]) => ({ said, answer })),
      ...(claim === undefined ? {} : { claim }),
      ...(text === undefined ? {} : { text }),
      ...(judge && answers?.[0] !== undefined ? { question: answers[0] } : {}),
    },
  }
}
