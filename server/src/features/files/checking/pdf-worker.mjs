/**
 * Reads one PDF in a thread of its own and posts what is wrong with it, or null, and how to store it instead
 * if it has to be written again. Plain JavaScript, because a thread can't load TypeScript in tests.
 * @see docs/rules/profiles-and-files.md#uploads
 */
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { inflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFBool,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFObjectParser,
  PDFParser,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'

/** What compressed objects may unpack to in all. */
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024

/** Names that only active content needs, wherever they are. */
const ACTIVE_NAMES = new Set([
  'JavaScript',
  'JS',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'EF',
  'FileAttachment',
  'RichMedia',
  'RichMediaContent',
  'XFA',
])

/**
 * Every object of the file, also those that a later one of the same number replaces.
 * @type {import('@cantoo/pdf-lib').PDFObject[]}
 */
const objects = []
const { assign } = PDFContext.prototype
PDFContext.prototype.assign = function assignAndKeep(
  /** @type {import('@cantoo/pdf-lib').PDFRef} */ reference,
  /** @type {import('@cantoo/pdf-lib').PDFObject} */ object,
) {
  objects.push(object)
  assign.call(this, reference, object)
}

/**
 * Direct dictionaries, because each trailer has one and the library keeps only the last trailer's entries.
 */
/** @type {{ parseDict: () => PDFDict }} */
const objectParser = /** @type {any} */ (PDFObjectParser.prototype)
const { parseDict } = objectParser
objectParser.parseDict = function parseDictAndKeep() {
  const dict = parseDict.call(this)
  objects.push(dict)
  return dict
}

/** Whether an object has no parts of its own, so that it can hide none. */
const isPlain = (/** @type {unknown} */ object) =>
  object === PDFNull ||
  [PDFBool, PDFHexString, PDFNumber, PDFRef, PDFString].some((kind) => object instanceof kind)

let parsedObjects = 0
let unpackedBytes = 0
let isDamaged = false
let isEncrypted = false
/** The library decrypts the tables of an encrypted file, which never are encrypted, so it can't read them. */
let isTableSkipped = false

/**
 * @type {{
 *   context: PDFContext
 *   parseDocument: () => Promise<PDFContext>
 *   parseIndirectObject: () => Promise<PDFRef>
 *   tryToParseInvalidIndirectObject: () => PDFRef
 * }}
 */
const parser = /** @type {any} */ (PDFParser.prototype)
const { parseDocument, parseIndirectObject, tryToParseInvalidIndirectObject } = parser
/** The library reads an encrypted file twice, the second time decrypted. Only that one counts. */
parser.parseDocument = async function parseAfresh() {
  objects.length = 0
  parsedObjects = 0
  unpackedBytes = 0
  isDamaged = false
  const context = await parseDocument.call(this)
  isEncrypted = context.lookup(context.trailerInfo.Encrypt) !== undefined
  return context
}
parser.parseIndirectObject = async function parseAndCount() {
  const reference = await parseIndirectObject.call(this)
  if (!isPlain(this.context.lookup(reference))) parsedObjects += 1
  return reference
}
parser.tryToParseInvalidIndirectObject = function skipAndRemember() {
  if (isTableSkipped) parsedObjects += 1
  else isDamaged = true
  isTableSkipped = false
  return tryToParseInvalidIndirectObject.call(this)
}

/**
 * The beginning of an object with parts, with comments between its own parts as viewers allow them. A text
 * may well have `12 0 obj` in it.
 */
const OBJECT_HEADER =
  /\d(?:[\0\t\n\f\r ]|%[^\r\n]{0,100}[\r\n]){1,50}\d+(?:[\0\t\n\f\r ]|%[^\r\n]{0,100}[\r\n]){0,50}obj(?:[\0\t\n\f\r ]|%[^\r\n]{0,100}[\r\n]){0,50}(?:<<|\[|\/)/g

/**
 * Whether an object may begin inside of another one or a comment: the library skips it, a viewer finds it by
 * its place.
 * @param {Uint8Array} bytes
 */
function hidesObjects(bytes) {
  const headers = Buffer.from(bytes).toString('latin1').match(OBJECT_HEADER) ?? []
  return headers.length > parsedObjects
}

const createStream = PDFRawStream.of
PDFRawStream.of = (dict, contents, transform) => {
  const type = dict.lookup(PDFName.of('Type'))
  // Viewers unpack by these two entries alone, the library only by the type.
  const isPacked = dict.has(PDFName.of('First')) && dict.has(PDFName.of('N'))
  if (isPacked && type !== PDFName.of('ObjStm')) throw new Error('An unnamed object stream')
  if (type === PDFName.of('XRef') && isEncrypted) {
    isTableSkipped = true
    throw new Error('A table that was decrypted')
  }
  if (type === PDFName.of('ObjStm') || type === PDFName.of('XRef')) limitUnpacked(dict, contents)
  return createStream(dict, contents, transform)
}

/**
 * The library unpacks these streams without a limit, so they are unpacked here first, with one.
 * @param {PDFDict} dict
 * @param {Uint8Array} contents
 */
function limitUnpacked(dict, contents) {
  const filter = dict.lookup(PDFName.of('Filter'))
  if (filter === undefined) return
  if (filter !== PDFName.of('FlateDecode')) throw new Error('An unusual filter')
  const maxOutputLength = Math.max(1, MAX_UNPACKED_BYTES - unpackedBytes)
  unpackedBytes += inflateSync(contents, { maxOutputLength }).length
}

/** @param {(import('@cantoo/pdf-lib').PDFObject | undefined)[]} roots */
function hasActiveContent(roots) {
  const waiting = [...roots]
  while (waiting.length > 0) {
    const object = waiting.pop()
    if (object instanceof PDFName && ACTIVE_NAMES.has(object.decodeText())) return true
    if (object instanceof PDFArray) waiting.push(...object.asArray())
    if (object instanceof PDFStream) waiting.push(object.dict)
    if (object instanceof PDFDict) for (const entry of object.entries()) waiting.push(...entry)
  }
  return false
}

/**
 * Whether something refers to an object that the library did not find, so that it may be one of the hidden
 * ones.
 * @param {PDFContext} context
 */
function lacksObjects(context) {
  const waiting = [
    ...context.enumerateIndirectObjects().map(([, object]) => object),
    ...Object.values(context.trailerInfo),
  ]
  while (waiting.length > 0) {
    const object = waiting.pop()
    if (object instanceof PDFRef && context.lookup(object) === undefined) return true
    if (object instanceof PDFArray) waiting.push(...object.asArray())
    if (object instanceof PDFStream) waiting.push(object.dict)
    if (object instanceof PDFDict) waiting.push(...object.values())
  }
  return false
}

/**
 * @param {string | Uint8Array} source a path or the file's bytes
 * @returns {Promise<import('./pdf.ts').PdfCheckResult>}
 */
async function check(source) {
  try {
    const bytes = typeof source === 'string' ? readFileSync(source) : source
    // Without a password to open it: one that only protects it from changes needs none.
    const document = await PDFDocument.load(bytes, { password: '', updateMetadata: false })
    const { context } = document
    if (isDamaged) return { problem: 'damaged' }
    if (hasActiveContent([...objects, ...Object.values(context.trailerInfo)])) return { problem: 'active' }
    if (document.getPageCount() === 0) return { problem: 'damaged' }
    if (!hidesObjects(bytes)) return { problem: null }
    if (isEncrypted || lacksObjects(context)) return { problem: 'damaged' }
    // Written again, its table names the objects that were read here and no others.
    const mended = await document.save({ addDefaultPage: false, updateFieldAppearances: false })
    return { problem: null, mended }
  } catch {
    return { problem: isEncrypted ? 'encrypted' : 'damaged' }
  }
}

parentPort?.postMessage(await check(workerData))
