import { builtIn } from '@/lib/protocols/built-in'
import { excerpt } from '@/lib/text/excerpt'
import { contentOf, linkHost } from './content'
import texts from './texts.json' with { type: 'json' }
import { definition, felmReferenceAuditWork } from './work'

const TITLE_LENGTH = 100

export const manifest = builtIn({
  order: 8,
  definition,
  texts,
  work: felmReferenceAuditWork,
  format: {
    key: 'felm-reference-audit',
    title: 'Reference of a response',
    description:
      'prompt, response, url, and if you like id, domain, source, about (a note on the link) and segments (the texts it was given for). Gold adds free_of_misinformation, free_of_rumour and note.',
  },
  titleOf: (content) => {
    const { url, prompt } = contentOf(content)
    return excerpt(`${linkHost(url)}: ${prompt}`, TITLE_LENGTH)
  },
  pipeline: () => import('./prefill').then(({ felmReferenceAuditPipeline }) => felmReferenceAuditPipeline),
})
