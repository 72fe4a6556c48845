/** How prompts name what is filled in: `{{units}}`, or `{{content.question}}` with one dot. */
export const PROMPT_NAME = /\{\{\s*([A-Za-z][\w-]*(?:\.[\w-]+)?)\s*\}\}/g
