'use client'

import { useGuidelineText } from '@/lib/protocols/reader'
import { GuidelineMarkdown } from './markdown'

/** Guidelines as they are read: in the reader's language where a protocol file has them in it. */
export function GuidelineText({ body, headingLevel }: { body: string; headingLevel?: 2 | 3 }) {
  return <GuidelineMarkdown headingLevel={headingLevel}>{useGuidelineText(body)}</GuidelineMarkdown>
}
