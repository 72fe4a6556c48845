import type { JsonRecord } from '@/lib/protocols/record-fields'

const response = { id: 'r1', domain: 'wk', source: 'handwritten', prompt: 'Which lake?', response: 'Lake Baikal.' }
const bare = { prompt: 'Why?', response: 'So.' }

/** Records of responses, checked and not. */
export const responseRecords: readonly JsonRecord[] = [
  {
    ...response,
    harassment: false,
    sexual_content: false,
    violent_content: true,
    valid: true,
    note: 'The second word.',
  },
  { ...bare, harassment: false, sexual_content: false, violent_content: false, valid: false, extra: [1] },
  { ...bare, domain: '', note: '' },
  { ...response, valid: null },
]

const url = 'https://lakes.example/baikal'

/** Records of references, checked and not. */
export const referenceRecords: readonly JsonRecord[] = [
  {
    ...response,
    url,
    about: 'A list.',
    segments: ['Lake Baikal.'],
    free_of_misinformation: true,
    free_of_rumour: true,
  },
  { ...bare, url, free_of_misinformation: false, free_of_rumour: true, note: 'It lies in Russia.' },
  { ...bare, url, segments: [] },
]
