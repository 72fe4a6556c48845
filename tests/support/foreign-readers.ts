/**
 * Every pure reader of foreign text, by name: what comes from a file, a model, a page, a person, an address or a header.
 * `tests/linear-time.test.ts` and `bench linear-time` hold them all to time in proportion to the text. A new reader of such a
 * text belongs here.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promptsFromJsonLines, promptsFromText } from '@/components/automation/prefill/prompts-file'
import { parsePositions } from '@/components/quality/calibration/parse-positions'
import { completedAddress, hostOf } from '@/components/ui/web-address'
import { boundMarkdown } from '@/components/workspace/guidelines/bounded-markdown'
import { readPassage } from '@/lib/automation/evidence/clip/rules'
import { readDocument } from '@/lib/automation/evidence/corpus/read-document'
import { findSnippet } from '@/lib/automation/evidence/rules'
import { stretches } from '@/lib/automation/llm/count-tokens'
import { retryAfterMs } from '@/lib/automation/llm/openai-failure'
import { withoutFences } from '@/lib/automation/llm/render-prompt'
import { dayOf, pageKey } from '@/lib/automation/search/hits'
import { decodeText } from '@/lib/automation/search/page-text'
import { readableHtml } from '@/lib/automation/search/readable-html'
import { allowsPage } from '@/lib/automation/search/robots-rules'
import { judgeUrl } from '@/lib/automation/search/safe-address'
import { FileCheck } from '@/lib/gold/evaluation/file-check'
import { addColumns } from '@/lib/gold/releases/plain-csv'
import { isPlainXml } from '@/lib/gold/releases/push/plain-xml'
import { below, bullets, fenced, inline } from '@/lib/gold/releases/release/card/markdown'
import { withoutHead } from '@/lib/gold/releases/release/card/render-card'
import { authorOf, authorProblems } from '@/lib/gold/releases/release/metadata/authors'
import { parseShares } from '@/lib/gold/releases/release/splits/rules'
import { isStorable, nameText } from '@/lib/platform/api/input'
import { readKeyFile } from '@/lib/platform/client/keymap-file'
import { addressed } from '@/lib/platform/foreign/records/cell-addresses'
import { detectContainer, detectDelimiter } from '@/lib/platform/foreign/records/detect-container'
import { findJsonFault } from '@/lib/platform/foreign/records/find-json-fault'
import { findRepeatedKey } from '@/lib/platform/foreign/records/find-repeated-key'
import { inspectValue } from '@/lib/platform/foreign/records/inspect-value'
import { looseCells } from '@/lib/platform/foreign/records/loose-cells'
import { parseJson } from '@/lib/platform/foreign/records/parse-json'
import { parsePiece } from '@/lib/platform/foreign/records/parse-piece'
import { isWellQuoted } from '@/lib/platform/foreign/records/row-quotes'
import { withoutLineEnds } from '@/lib/platform/foreign/records/split-csv'
import { storedSource } from '@/lib/platform/foreign/records/stored-source'
import { encodingOf } from '@/lib/platform/foreign/records/unpack'
import { bearerIn, cookieIn } from '@/lib/platform/server/read-credential'
import { requestIdOf } from '@/lib/platform/server/request-id'
import { plainCsvRow } from '@/lib/platform/server/streams/plain-csv-row'
import { clientAddress } from '@/lib/platform/server/throttle'
import { protocols } from '@/lib/protocols'
import { alignLanes } from '@/lib/protocols/align-lanes'
import { bare } from '@/lib/protocols/evaluating/labels'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import { applyElsewhere } from '@/lib/protocols/factcheck-bench/apply-elsewhere'
import { decomposeStage } from '@/lib/protocols/factcheck-bench/decompose'
import { ownEvidenceIn, parseOwnEvidence, queriesInVain } from '@/lib/protocols/factcheck-bench/formats/own-evidence'
import { spanOf } from '@/lib/protocols/factcheck-bench/prefill/claims'
import { changedClause } from '@/lib/protocols/factor-generation/prefill/fact'
import { applicableTypes } from '@/lib/protocols/factor-validation/prefill/applicable-types'
import { felmOutputs } from '@/lib/protocols/felm/prefill/outputs'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { linkProblem } from '@/lib/protocols/links'
import type { EarlierGold, GoldRecord, Json, Protocol } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { worthOf } from '@/lib/protocols/rules/check-worthiness'
import { claimsOf } from '@/lib/protocols/rules/claims'
import { standAlone } from '@/lib/protocols/rules/decontextualise'
import { lexicalStance } from '@/lib/protocols/rules/stance'
import { keyTerms, numbersIn, telling } from '@/lib/protocols/rules/words'
import { blankWords, cutAt } from '@/lib/protocols/veriscore-preference/formats/read'
import { parseResultsText } from '@/lib/protocols/veriscore-verification/formats/results'
import { humanLabelIn } from '@/lib/protocols/veriscore-verification/mapping'
import { escapeLatex } from '@/lib/quality/agreement/receipts/methods-text'
import { readDistances } from '@/lib/quality/rater-matrix/reading/coded-matrix'
import { MatrixProblem } from '@/lib/quality/rater-matrix/reading/matrix-problem'
import { readCsv, readJson } from '@/lib/quality/rater-matrix/reading/tables'
import { csvRow } from '@/lib/text/csv-row'
import { editOperations } from '@/lib/text/edit-operations'
import { countUnstorable, escapeText, unescapeText } from '@/lib/text/escape-text'
import { excerpt } from '@/lib/text/excerpt'
import { headingOf } from '@/lib/text/heading-of'
import { findDuplicates } from '@/lib/text/near-duplicates'
import { slidingPassages } from '@/lib/text/passages'
import { placeFuzzily } from '@/lib/text/place-fuzzily'
import { placeUnits } from '@/lib/text/place-units'
import { bm25 } from '@/lib/text/rank-passages'
import { mergeSegments, splitSegment } from '@/lib/text/resegment'
import { sameTextIgnoringSpace } from '@/lib/text/same-text'
import { scriptLocale, segmentText } from '@/lib/text/segment-text'
import { storableJson, storableText } from '@/lib/text/storable'
import { comparableText, foldText } from '@/lib/text/text-similarity'
import { tokenChunks } from '@/lib/text/token-chunks'
import { withoutEnding } from '@/lib/text/without-ending'
import { countWords } from '@/lib/text/word-count'
import { wordDiff } from '@/lib/text/word-diff'
import { indexWords, searchWords } from '@/lib/text/words'
import { checkSize } from '@/lib/workspace/imports/check-size'
import { ColumnCollector, columnsIn, glimpsesOf } from '@/lib/workspace/imports/mapping/columns'
import { conversationIn } from '@/lib/workspace/imports/mapping/conversation'
import { guessMapping } from '@/lib/workspace/imports/mapping/guess'
import { pythonList } from '@/lib/workspace/imports/mapping/python-list'
import { textValue } from '@/lib/workspace/imports/mapping/text-value'
import { toolRows } from '@/lib/workspace/imports/mapping/tool-rows'
import { type ReadItem, readItems } from '@/lib/workspace/imports/read-item'
import { containsPattern, wholeText } from '@/lib/workspace/items/rules'
import { safePath, signInProblem } from '@/lib/workspace/users/rules'
import { samplesOf } from '@/tests/fuzz/seeds'
import { besideExample, EXAMPLES, recordsOf } from './example-records'

export type Reader = (text: string) => unknown

/** A message for the person whose file it is, and no other error. */
function orProblem(read: () => unknown) {
  try {
    read()
  } catch (error) {
    if (!(error instanceof MatrixProblem)) throw error
  }
}

/** Not to be read as JSON: where does it go wrong? */
const fault = (text: string) => parseJson(text).ok || findJsonFault(text)
/** In a record that can be read. */
function inRecord(text: string) {
  const value = { [text]: text, list: [text] }
  const json = JSON.stringify(value)
  return [parseJson(json), storedSource(value, json), findRepeatedKey(json, value), inspectValue(value)]
}

/** Two lists of claims to be laid side by side, each of a bounded number of long entries. */
function alignedLists(text: string) {
  const lane = (id: string, texts: string[]) => ({
    id,
    answers: {
      s1: { claims: texts.map((_, index) => ({ key: `${id}${index}` })) },
      ...Object.fromEntries(texts.map((each, index) => [`${id}${index}`, { text: each }])),
    },
  })
  const subject = { content: {}, units: [{ key: 's1', kind: 'sentence', text }] }
  return alignLanes(decomposeStage, subject, [lane('a', [text, 'Rome.']), lane('b', ['Rome.', 'Paris.'])], {})
}

/** What is guessed of a file with one record. */
function guessOf(text: string) {
  const collector = new ColumnCollector()
  collector.add(glimpsesOf({ [text]: 'A.', answr: text, label_1: text }))
  const [felm] = protocols
  return felm && guessMapping(felm, collector.list(), { published: 0, plain: 0, recognised: 0, unread: 0 })
}

const headers = (name: string, text: string) => ({ get: (asked: string) => (asked === name ? text : null) }) as Headers

const TEXTS: Readonly<Record<string, Reader>> = {
  'the kind of a file': (text) => detectContainer(Buffer.from(text), false),
  'the kind of a file that begins with an object': (text) => detectContainer(Buffer.from(`{"a":"${text}`), false),
  'rows or lines of text': (text) => [
    detectContainer(Buffer.from(`a, b ${text}`), false),
    detectContainer(Buffer.from(`a,b?,${text}\n"${text}`), false),
  ],
  'an object around a list': (text) => [
    detectContainer(Buffer.from(`{"${text}": [{"a": "${text}`), true),
    detectContainer(Buffer.from(`{"a": ${text}`), true),
  ],
  'the encoding of a text': (text) => [encodingOf(Buffer.from(text)), encodingOf(Buffer.from(text, 'latin1'))],
  'shares of splits': (text) => [parseShares(text), parseShares(`train${text}`), parseShares(`train 8${text}`)],
  'the heading of a column': headingOf,
  'cells of a workbook without addresses': (text) => [addressed(text), addressed(`<row><c ${text}`)],
  'the columns of a record': (text) => [
    glimpsesOf({ [text]: text, list: `["${text}`, inner: { [text]: [text] } }),
    columnsIn({
      messages: [
        { role: text, content: text },
        { role: 'assistant', content: [{ type: 'text', text }] },
      ],
    }),
  ],
  'a list as Python prints it': (text) => [
    pythonList(`['${text}', 1]`),
    pythonList(`[${text}]`),
    pythonList(`["${text}`),
  ],
  'a value as a text': (text) => textValue([{ role: text, content: [{ type: 'text', text }] }, ...Array.from(text)]),
  'a guess of columns': guessOf,
  'labels of another tool': (text) =>
    toolRows({
      id: text,
      data: { [text]: text },
      annotations: [{ result: Array.from(text, (each) => ({ from_name: 'label', value: { choices: [each] } })) }],
    }),
  'answers of the users of another tool': (text) =>
    toolRows({
      _server_id: text,
      fields: { [text]: text },
      responses: { [text]: Array.from(text, (each) => ({ value: each, user_id: each })) },
    }),
  // Rows that cannot be read, so that cutting the table takes the most of the time.
  'a document that is a table': (text) => {
    const prompts = text.match(/.{1,4}/gsu) ?? []
    const value = { prompt: prompts, response: prompts.map(() => '') }
    const entry = { ok: true as const, line: 1, raw: '', value, notes: [], isAlone: true }
    const [felm] = protocols
    return felm && readItems(felm, entry, { fields: { response: ['response'] }, labels: [], domains: {} })
  },
  'a conversation': (text) => [
    conversationIn({
      messages: [{ role: text, content: text }, ...Array.from(text, (each) => ({ role: each, content: each }))],
    }),
    conversationIn({ request: { input: text }, response: { output: [{ type: 'message', content: [text] }] } }),
  ],
  'the delimiter of CSV': detectDelimiter,
  'the quotes of CSV': (text) => isWellQuoted(text, ','),
  'a row with misplaced quotes': (text) => [
    looseCells(` "${text}`, ','),
    looseCells(`${text}, "a"`, ','),
    looseCells(`a"${text}`, '\t'),
  ],
  'the ends of a line of CSV': withoutLineEnds,
  'a fault in JSON': fault,
  'a fault in a text of JSON': (text) => fault(`{"a":"${text}`),
  'a fault in a list of JSON': (text) => fault(`[${text}`),
  'a record': inRecord,
  'a line': (text) => parsePiece({ line: 1, bytes: Buffer.from(text), cut: false }),
  'ratings in CSV': (text) => orProblem(() => readCsv(text)),
  'ratings in quotes': (text) => orProblem(() => readCsv(`a,b\n1,"${text}`)),
  'ratings in JSON': (text) => orProblem(() => readJson(text)),
  'distances of ratings': (text) => orProblem(() => readDistances(text)),
  'a page': readableHtml,
  'the text of a page': (text) => readableHtml(`<html><body><h1>A</h1><p>Some text, here.${text} and more</p></body>`),
  'the characters of a page': (text) => decodeText(Buffer.from(text), null),
  'an address': (text) => [pageKey(`https://www.example.org/${text}`), judgeUrl(`https://example.org/${text}`)],
  'a link': (text) => [linkProblem(text), linkProblem(`https://${text}`), completedAddress(text), hostOf(text)],
  'the rules of a site': (text) =>
    allowsPage({
      robotsUrl: 'https://example.org/robots.txt',
      text: `User-agent: *\nDisallow: /${text}`,
      url: 'https://example.org/a/page?of=words',
      robot: 'Assay',
    }),
  'a date': dayOf,
  sentences: (text) => segmentText(text),
  words: countWords,
  'words to search by': searchWords,
  'words to rank by': indexWords,
  passages: (text) => slidingPassages(text),
  'ranked passages': (text) => bm25('ocean', [text]),
  'chunks of tokens': (text) => tokenChunks(text, countWords, 200),
  'a script': scriptLocale,
  'an excerpt': (text) => excerpt(text, 100),
  'a text to store and give back': (text) => [unescapeText(text), escapeText(text), countUnstorable(text)],
  'a text to store': (text) => [storableText(text), isStorable(text)],
  'a text to compare': (text) => [foldText(text), comparableText(text), sameTextIgnoringSpace(text, `${text} `)],
  'texts that say the same': (text) => findDuplicates([text, `${text} `, 'Another.']),
  'lists of claims side by side': alignedLists,
  'a difference': (text) => [wordDiff(text, `${text} more`), editOperations(text, `${text} more`)],
  'places of units': (text) => placeUnits(text, [{ key: 's1', text: 'A' }]),
  'places of changed units': (text) => [
    placeFuzzily(text, [{ key: 's1', text: 'Something else.' }]),
    placeFuzzily(`It is so. ${text}`, [{ key: 's1', text: text.slice(1) }]),
  ],
  'segments cut by hand': (text) => [
    // What follows the cut may be blank, and is no segment then.
    splitSegment([`Some ${text} more.`], 0, 4),
    mergeSegments([`Some ${text}`, 'more.'], 0, `Some ${text} more.`),
    wholeText([{ text: `Some ${text} more.` }], [`Some ${text}`, 'more.']),
  ],
  'the place of a snippet': (text) => [
    findSnippet(text, `a longer snippet… ${text.slice(0, 400)}`),
    findSnippet('A page.', text),
  ],
  'tokens of a model': stretches,
  'fences of a prompt': withoutFences,
  'an answer of a model': (text) => storableJson(JSON.stringify({ text })),
  'how long a model asks to wait': (text) => retryAfterMs(headers('retry-after', text), new Date(0)),
  'claims by rules': claimsOf,
  'what is worth a check, by rules': worthOf,
  'sentences that stand alone, by rules': (text) => standAlone([text, `He is. ${text}`]),
  'a stance by rules': (text) => lexicalStance('The tower is 12 m high.', text),
  'telling words': (text) => [telling(text), keyTerms(text), numbersIn(text)],
  'where a claim is made': (text) => [spanOf(text, 'Rome is old.'), spanOf('Rome is old.', text)],
  'kinds of errors that fit': applicableTypes,
  'a changed clause': (text) => changedClause(`${text} old`, `${text} new`),
  'a label as a model writes it': (text) => [bare(text), humanLabelIn(text)],
  'evidence of one’s own': (text) => [parseOwnEvidence(text), ownEvidenceIn(text), queriesInVain(text)],
  'evidence around an address': (text) => ownEvidenceIn(`See https://example.org/${text} here.`),
  'search results in a text': (text) => [parseResultsText(text), parseResultsText(`Search result 1\n${text}`)],
  'where an example is cut': (text) => [cutAt(text), blankWords(text)],
  'an edit in another text': (text) =>
    applyElsewhere(text, [{ was: text, operations: editOperations(text, `${text} more`) }]),
  'a file of keys': (text) => [
    readKeyFile(text),
    readKeyFile(JSON.stringify({ schema: 'assay-keys', version: 1, keys: { [text]: [text] } })),
  ],
  'prompts in a file': (text) => [promptsFromText(text), promptsFromJsonLines(text)],
  'positions of items': parsePositions,
  'a search of items': containsPattern,
  'a document of a corpus': (text) => [
    readDocument({ text }),
    readDocument({ text: 'A.', title: text, url: text, publishedAt: text }),
  ],
  'a name': (text) => nameText('Give a name.', 200).safeParse(text),
  'a path to return to': (text) => [safePath(text), safePath(`/${text}`), signInProblem(text)],
  'a cookie': (text) => [cookieIn(text, 'session'), cookieIn(`session=${text}`, 'session')],
  'a token': (text) => bearerIn(`Bearer ${text}`),
  'the address of a client': clientAddress as Reader,
  'the id of a request': (text) => requestIdOf(headers('x-request-id', text)),
  'a row of CSV': (text) => [csvRow([text]), plainCsvRow([text])],
  'columns of CSV': (text) => addColumns(['a'], [...new Set(text.match(/.{1,3}/gsu))]),
  'a text for LaTeX': escapeLatex,
  'a text for a card': (text) => [inline(text), bullets([text]), fenced(text, 'json'), below(text), withoutHead(text)],
  'Markdown in bounds': boundMarkdown,
  'words pasted with an address': (text) => [
    readPassage(text),
    readPassage(`https://example.org/#:~:text=${text}`),
    readPassage(`${text}\nhttps://example.org/`),
    readPassage(`“${text}\nhttps://example.org/`),
  ],
  'a protocol file': (text) => [checkFile(text), checkFile(`assay: protocol/1\ntitle: ${text}\nrecord: {id: "${text}`)],
  'an author of a card': (text) => [authorOf(text), authorProblems([text, `Carberry, ${text} (0000-0002-1825-0097)`])],
  'an answer of a bucket': (text) => [isPlainXml(text), isPlainXml(`<?xml ${text}`), isPlainXml(`<L><a ${text}</L>`)],
  'an ending': (text) => withoutEnding(text, '.,!'),
}

/** Where a record has texts: the ways to them, lists by the first of their entries only. */
function waysIn(value: Json, way: readonly string[] = []): (readonly string[])[] {
  if (typeof value === 'string') return [way]
  if (value === null || typeof value !== 'object') return []
  const inner = Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value)
  return inner.flatMap(([key, part]) => waysIn(part, [...way, key]))
}

function withText(value: Json, [key, ...way]: readonly string[], text: string): Json {
  if (key === undefined) return text
  if (Array.isArray(value))
    return value.map((part, index) => (String(index) === key ? withText(part, way, text) : part))
  return isJsonRecord(value) ? { ...value, [key]: withText(value[key] ?? null, way, text) } : value
}

function goldOf(value: Json, { content, stages }: ReadItem): GoldRecord {
  const labelled: Record<string, EarlierGold[string]> = {}
  for (const { key, units, answers, votes } of stages)
    if (answers) labelled[key] = { units, answers, ...(votes ? { votes } : {}) }
  return { source: value, content, stages: labelled }
}

const TASKS = new Map(await Promise.all(protocols.map(async ({ id }) => [id, await evaluationTasks(id)] as const)))

/** A record from its file to what is derived of it: its item, its inconsistencies, what a system is scored on. */
function readRecord(protocol: Protocol, value: JsonRecord): void {
  const entry = { ok: true as const, line: 1, raw: JSON.stringify(value), value, notes: [] }
  for (const reading of readItems(protocol, entry).readings) {
    if (!reading.ok) continue
    checkSize(protocol, reading.item)
    const gold = goldOf(value, reading.item)
    protocol.linter?.check(gold)
    for (const task of TASKS.get(protocol.id) ?? [])
      if (task.stage === null || gold.stages[task.stage]) task.targets(gold)
  }
}

/** One reader for each place of a text in each record that a protocol's samples show. */
function recordReaders(protocol: Protocol, records: readonly Json[] = samplesOf(protocol.id)): [string, Reader][] {
  const found = new Map<string, Reader>()
  for (const record of records) {
    if (!isJsonRecord(record)) continue
    const format = protocol.formats.find((each) => each.recognises(record))?.key ?? 'unknown'
    for (const way of waysIn(record)) {
      const name = `${protocol.id}, ${format}: ${way.join('.').replace(/\d+/g, 'n')}`
      const read = (text: string) => readRecord(protocol, withText(record, way, text) as JsonRecord)
      if (!found.has(name)) found.set(name, read)
    }
  }
  return [...found]
}

/** The same under each protocol file of the examples, of the first records that stand beside it. */
const fileReaders = async (): Promise<[string, Reader][]> => {
  const readers: [string, Reader][] = []
  for (const name of readdirSync(EXAMPLES).filter((each) => each.endsWith('.yaml'))) {
    const checked = checkFile(readFileSync(path.join(EXAMPLES, name), 'utf8'))
    if (!checked.ok) throw new Error(`${name} has problems`)
    const protocol = compileProtocol(checked.definition)
    const records = await recordsOf(besideExample(name), protocol)
    readers.push(...recordReaders(protocol, records.slice(0, 2)))
  }
  return readers
}

/** One reader for each place of a text in the examples of predictions. */
const predictionReaders = (): [string, Reader][] =>
  protocols.flatMap(({ id }) =>
    (TASKS.get(id) ?? []).flatMap((task) => {
      const [example = '{}'] = task.example
      const record = JSON.parse(example) as Json
      return waysIn(record).map((way): [string, Reader] => [
        `${id}, predictions ${task.key}: ${way.join('.')}`,
        (text) =>
          new FileCheck(task, 'file', new Map()).take({ ok: true, line: 1, value: withText(record, way, text) }),
      ])
    }),
  )

const OUTPUTS: readonly JsonRecord[] = [
  { claim: 'Rome is old.', is_supported: true, pplxai_response: 'It is so.' },
  { source: 'felm-wk', prompt: 'Why?', response: 'So.', claims_info: [] },
]
const outputReaders = (): [string, Reader][] =>
  OUTPUTS.flatMap((record) =>
    waysIn(record).map((way): [string, Reader] => [
      `outputs of a machine: ${way.join('.')}`,
      (text) =>
        felmOutputs.map((format) =>
          format.recognises(record) ? format.read(withText(record, way, text) as JsonRecord) : null,
        ),
    ]),
  )

/** Readers of texts, by what they read; of the ways in which texts stand in records, predictions and outputs. */
export const TEXT_READERS: readonly (readonly [string, Reader])[] = Object.entries(TEXTS)
export const RECORD_READERS: readonly (readonly [string, Reader])[] = [
  ...protocols.flatMap((protocol) => recordReaders(protocol)),
  ...(await fileReaders()),
  ...predictionReaders(),
  ...outputReaders(),
]
