/** Offers a text as a file to save. @param type its media type: 'text/csv' */
export function saveFile(name: string, text: string, type: string): void {
  save(name, new Blob([text], { type: `${type};charset=utf-8` }))
}

/** Offers the body of an answer as a file, under the name that the answer gives it. */
export async function saveResponse(response: Response): Promise<null> {
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  save(name ?? 'download', await response.blob())
  return null
}

/** Downloads the file of a path, under the name that the answer gives it. */
export function download(path: string): void {
  Object.assign(document.createElement('a'), { href: path, download: '' }).click()
}

function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
