import type { ProtocolWork } from '@/lib/protocols/protocol'
import { contentOf, domainTexts } from './content'
import { verifyStage } from './stage'

/** Browser-safe part; prompts and formats stay out. */
export const veriscoreVerificationWork: ProtocolWork = {
  id: 'veriscore-verification',
  domains: domainTexts,
  present(content) {
    const { claim, question, sentence, response } = contentOf(content)
    const parts = [
      { title: 'Claim', text: claim },
      { title: 'Sentence', text: sentence },
      { title: 'Question', text: question },
      { title: 'Response', text: response },
    ]
    return parts.flatMap(({ title, text }) => (text === null ? [] : [{ title, text }]))
  },
  stages: [verifyStage],
}
