/** A page for where the application itself is not to answer: no script, no file beside it. `body` is HTML. */
export const plainPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} - Assay</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 15vh auto; padding: 0 1.5rem }</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
