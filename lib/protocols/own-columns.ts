/** Fields that records of several protocols have, with the headings that people give them. Headings: lower case, single blanks. */
import type { ColumnField } from './records'

/** Columns that are made of a conversation in the record (lib/workspace/imports/mapping/conversation.ts). */
export const EARLIER_MESSAGES = 'earlier messages'
export const LAST_MESSAGE = 'last assistant message'

/** Under this a mapped record keeps its columns that answer questions; nobody who is to label blindly may see them. */
export const IMPORTED_LABELS = 'imported_labels'
/** Under this it keeps everything else that nothing was read from. */
export const IMPORTED = 'imported'

const QUESTIONS = [
  'user message',
  'user prompt',
  'user input',
  'user query',
  'question',
  'query',
  'instruction',
  'request',
]
const ANSWERS = [
  'answer',
  'model answer',
  'output',
  'model output',
  'completion',
  'generation',
  'generated text',
  'generated answer',
  'reply',
  'assistant',
  'assistant message',
  'assistant response',
  'llm answer',
  'llm response',
  'llm output',
  'bot answer',
  'bot response',
  'ai answer',
  'ai response',
]

export const promptField: ColumnField = {
  key: 'prompt',
  title: 'Prompt',
  required: false,
  form: 'text',
  headings: [
    [EARLIER_MESSAGES],
    ['prompt text', 'input prompt'],
    QUESTIONS,
    ['input', 'user', 'human', 'problem', 'title'],
  ],
  together: [
    ['instruction', 'input'],
    ['instruction', 'context'],
  ],
  asks: true,
}

export const responseField: ColumnField = {
  key: 'response',
  title: 'Response',
  required: true,
  form: 'text',
  headings: [
    [LAST_MESSAGE],
    ['response text', 'model response'],
    ANSWERS,
    ['text', 'content', 'document', 'body', 'passage'],
  ],
  asks: true,
}

export const idField: ColumnField = {
  key: 'id',
  title: 'Id',
  required: false,
  form: 'text',
  headings: [
    ['item id', 'record id', 'custom id', 'uid', 'uuid', 'guid'],
    ['index', 'idx', 'key', 'nr', 'no', 'number'],
  ],
}

export const domainField: ColumnField = {
  key: 'domain',
  title: 'Domain',
  required: false,
  form: 'text',
  headings: [['category', 'topic', 'subject', 'field', 'area']],
}

export const sourceField: ColumnField = {
  key: 'source',
  title: 'Source',
  required: false,
  form: 'text',
  headings: [['dataset', 'data source', 'origin', 'corpus', 'subset']],
}

export const modelField: ColumnField = {
  key: 'model',
  title: 'Model',
  required: false,
  form: 'text',
  headings: [['model name', 'model id', 'generator', 'llm', 'engine', 'system']],
}
