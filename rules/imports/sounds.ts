/** Spellings of Chinese family names outside mainland China, by pinyin: in Hong Kong, Taiwan and Southeast Asia. */
const spellings: Record<string, string> = {
  bai: 'pai pak',
  cai: 'tsai choi chua choy tsoi chai',
  cao: 'tsao cho',
  chen: 'chan tan chin',
  cheng: 'ching',
  cui: 'tsui choi chui',
  dai: 'tai toi',
  deng: 'tang teng',
  ding: 'ting',
  dong: 'tung',
  du: 'to tu',
  duan: 'tuan tuen',
  fang: 'fong',
  feng: 'fung',
  fu: 'foo',
  gao: 'kao ko',
  gong: 'kung',
  gu: 'ku koo',
  guan: 'kwan kuan',
  guo: 'kuo kwok quek',
  he: 'ho',
  hou: 'hau',
  hu: 'wu woo foo',
  huang: 'wong ng hwang ooi',
  jiang: 'chiang kong keung kiang cheung',
  jin: 'kam kim king chin',
  kong: 'hung',
  lei: 'lui loi',
  li: 'lee lei lai',
  liang: 'leung leong',
  liao: 'liu liaw leow',
  lin: 'lam lim lum',
  liu: 'lau lieu liew low',
  long: 'lung',
  lu: 'lo loo luk lou',
  luo: 'lo law loh',
  lv: 'lu lui lyu',
  ma: 'mah mar',
  mai: 'mak',
  mo: 'mok',
  ou: 'au',
  pan: 'poon pun phua',
  peng: 'pang',
  qian: 'chien tsien chin',
  qin: 'chin chun',
  qiu: 'chiu yau khoo chew',
  ren: 'yam jen',
  ruan: 'yuen nguyen',
  shao: 'shiu',
  shen: 'shum sham sum',
  shi: 'shih sze see si',
  song: 'sung soong',
  su: 'so soo',
  sun: 'suen soon',
  tan: 'tam tham',
  tang: 'tong',
  tian: 'tien tin',
  wan: 'man',
  wang: 'wong ong',
  wei: 'wai ngai',
  wen: 'man wan',
  wu: 'ng woo goh eng mo',
  xia: 'hsia ha',
  xiao: 'hsiao siu siew shiao',
  xie: 'hsieh tse chia shieh',
  xiong: 'hsiung hung',
  xu: 'hsu tsui hui koh shu chui',
  xue: 'hsueh sit',
  yan: 'yim yen ngan',
  yang: 'yeung yong young yeoh',
  yao: 'yiu yau yeo',
  ye: 'yip yeh yap ip',
  yu: 'yue yee yui',
  yuan: 'yuen',
  zeng: 'tseng tsang chan',
  zhang: 'chang cheung teo jang',
  zhao: 'chao chiu',
  zheng: 'cheng tay teh jeng',
  zhong: 'chung choong',
  zhou: 'chow chou chau chew',
  zhu: 'chu choo',
  zhuang: 'chuang chong',
  zou: 'chow tsou chau',
}

/** Names of four or more characters are Japanese and have other sounds. */
const longestName = 3

/**
 * True if a Latin name and a Chinese one may belong to the same person: they share the sound of the family name in any
 * of its spellings, or that of the given name, which a wife keeps with her husband's family name. `romanise` returns
 * the sounds of the Chinese name, character by character.
 */
export const isRomanisation = (latin: string, han: string, romanise: (han: string) => string[]): boolean => {
  const native = han.replace(/[^\p{Script=Han}]/gu, '')
  const sounds = romanise(native)
  if (sounds.length === 0 || native.length > longestName) return true
  const words =
    latin
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  const [family = '', ...given] = sounds
  const heard = new Set([family, ...(spellings[family]?.split(' ') ?? []), sounds.slice(0, 2).join('')])
  if (words.some(word => heard.has(word))) return true
  const called = given.join('')
  return called.length > 1 && words.some((word, index) => word === called || word + (words[index + 1] ?? '') === called)
}
