/** The states of the United States by their codes, as the gazetteer names them. */
const STATES = {
  ...{ al: 'Alabama', ak: 'Alaska', az: 'Arizona', ar: 'Arkansas', ca: 'California', co: 'Colorado' },
  ...{
    ct: 'Connecticut',
    de: 'Delaware',
    dc: 'District of Columbia',
    fl: 'Florida',
    ga: 'Georgia',
    hi: 'Hawaii',
  },
  ...{
    id: 'Idaho',
    il: 'Illinois',
    in: 'Indiana',
    ia: 'Iowa',
    ks: 'Kansas',
    ky: 'Kentucky',
    la: 'Louisiana',
  },
  ...{ me: 'Maine', md: 'Maryland', ma: 'Massachusetts', mi: 'Michigan', mn: 'Minnesota', ms: 'Mississippi' },
  ...{ mo: 'Missouri', mt: 'Montana', ne: 'Nebraska', nv: 'Nevada', nh: 'New Hampshire', nj: 'New Jersey' },
  ...{
    nm: 'New Mexico',
    ny: 'New York',
    nc: 'North Carolina',
    nd: 'North Dakota',
    oh: 'Ohio',
    ok: 'Oklahoma',
  },
  ...{ or: 'Oregon', pa: 'Pennsylvania', ri: 'Rhode Island', sc: 'South Carolina', sd: 'South Dakota' },
  ...{ tn: 'Tennessee', tx: 'Texas', ut: 'Utah', vt: 'Vermont', va: 'Virginia', wa: 'Washington' },
  ...{ wv: 'West Virginia', wi: 'Wisconsin', wy: 'Wyoming' },
}

const BY_CODE: ReadonlyMap<string, string> = new Map(Object.entries(STATES))
const BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.values(STATES).map((name) => [name.toLowerCase(), name]),
)

/** @param name in lower case, such as `new jersey` */
export const findStateByName = (name: string): string | undefined => BY_NAME.get(name)

/** @param code in lower case, such as `nj` */
export const findStateByCode = (code: string): string | undefined => BY_CODE.get(code)
