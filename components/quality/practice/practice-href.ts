export const practiceHref = (projectId: string): string => `/projects/${projectId}/practice`

export const itemHref = (projectId: string, stage: string, key: string): string =>
  `${practiceHref(projectId)}/${encodeURIComponent(stage)}/${encodeURIComponent(key)}`

/** The last attempt at an item that was answered, to read. */
export const resultHref = (projectId: string, stage: string, key: string): string =>
  `${itemHref(projectId, stage, key)}?show=result`
