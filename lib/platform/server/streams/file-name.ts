import { normalizeText } from '@/lib/text/normalize'

/** A file name that every system accepts: `ocean-facts-native.jsonl`. */
export function fileNameOf(projectName: string, key: string, extension: string): string {
  const words =
    normalizeText(projectName, 'NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  const name = words.join('-').slice(0, 60).replace(/-$/, '') || 'project'
  return `${name}-${key}.${extension}`
}
