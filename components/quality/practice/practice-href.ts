export const practiceHref = (projectId: string): string => `/projects/${projectId}/practice`

export const itemHref = (projectId: string, stage: string, key: string): string =>
  `${practiceHref(projectId)}/${encodeURIComponent(stage)}/${encodeURIComponent(key)}`
