import { storableText, storableValue } from '@/lib/text/storable'

/** JSON whose texts, written with escapes, cannot be stored either, is written anew; any other stays as it was. */
export function storableJson(text: string): string {
  const plain = storableText(text)
  return /\\u(0000|d[89a-f])/i.test(plain) ? JSON.stringify(storableValue(JSON.parse(plain))) : plain
}
