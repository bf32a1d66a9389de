/** A name in Latin letters and in the family's own script. */
export type Written = { latin: string; native: string }

const read = (text: string): Written[] =>
  text
    .trim()
    .split(/\s*,\s*/)
    .map(pair => {
      const [latin, native] = pair.split(' ')
      return { latin: latin!.replaceAll('_', ' '), native: native ?? '' }
    })
const words = (text: string): string[] => text.trim().split(/\s+/)

/** Names for one kind of family. */
export type NameStock = {
  surnames: Written[]
  mothers: Written[]
  fathers: Written[]
  girls: Written[]
  boys: Written[]
}

/** Families from mainland China: simplified characters. */
export const simplified: NameStock = {
  surnames:
    read(`Wang 王, Li 李, Zhang 张, Liu 刘, Chen 陈, Yang 杨, Huang 黄, Zhao 赵, Wu 吴, Zhou 周, Xu 徐, Sun 孙, Ma 马,
    Zhu 朱, Hu 胡, Guo 郭, He 何, Lin 林, Gao 高, Luo 罗, Zheng 郑, Liang 梁, Xie 谢, Song 宋, Tang 唐, Han 韩, Feng 冯,
    Deng 邓, Cao 曹, Peng 彭, Zeng 曾, Xiao 肖, Tian 田, Dong 董, Pan 潘, Yuan 袁, Cai 蔡, Jiang 蒋, Yu 余, Du 杜, Ye 叶,
    Cheng 程, Wei 魏, Su 苏, Ding 丁, Ren 任, Shen 沈, Yao 姚, Lu 卢, Cui 崔, Zhong 钟, Tan 谭, Fan 范, Jin 金, Shi 石,
    Liao 廖, Jia 贾, Xia 夏, Fang 方, Zou 邹, Xiong 熊, Bai 白, Meng 孟, Qin 秦, Qiu 邱, Yin 尹, Xue 薛, Yan 闫, Duan 段,
    Hou 侯, Tao 陶, Gu 顾, Mao 毛, Hao 郝, Gong 龚, Shao 邵, Wan 万, Qian 钱, Dai 戴, Mo 莫, Kong 孔`),
  mothers:
    read(`Jing 静, Min 敏, Li 丽, Yan 艳, Juan 娟, Fang 芳, Yana 雅娜, Xiuying 秀英, Xia 霞, Ling 玲, Hui 慧, Ying 颖, Xue 雪, Mei 梅,
    Lan 岚, Qian 倩, Ting 婷, Yunxia 云霞, Jie 洁, Rong 蓉, Hong 红, Dan 丹, Lei 蕾, Xin 欣, Yue 悦, Wenjing 文静, Xiaoyan 晓燕,
    Yanling 艳玲, Hongmei 红梅, Xuemei 雪梅, Haiyan 海燕, Lijuan 丽娟, Yuhong 玉红, Xiaoli 晓丽, Shuang 爽, Ran 冉, Meng 萌,
    Shanshan 珊珊, Lili 莉莉, Jingjing 晶晶, Xiaofang 晓芳, Wenwen 雯雯, Qing 晴, Chunmei 春梅, Yaqin 雅琴, Huimin 慧敏`),
  fathers:
    read(`Wei 伟, Lei 磊, Jun 军, Yong 勇, Jie 杰, Tao 涛, Mingyuan 明远, Chao 超, Gang 刚, Ping 平, Hui 辉, Peng 鹏, Bin 斌, Bo 波,
    Kai 凯, Liang 亮, Hao 浩, Feng 峰, Jian 健, Fei 飞, Xin 鑫, Long 龙, Zhiqiang 志强, Jianjun 建军, Haitao 海涛, Guoqiang 国强,
    Wenbo 文博, Zhigang 志刚, Xiaodong 晓东, Jianhua 建华, Haibo 海波, Yongjun 永军, Dawei 大伟, Zhenyu 振宇, Weimin 伟民,
    Shaohua 少华, Xuefeng 雪峰, Chunlei 春雷, Minghui 明辉, Yifan 一凡, Zhihua 志华, Liwei 立伟, Dongsheng 东升, Kun 坤`),
  girls:
    read(`Sihan 思涵, Zixuan 梓萱, Yutong 雨桐, Xinyi 欣怡, Yinuo 一诺, Keyi 可怡, Shiyu 诗雨, Ruoxi 若曦, Anqi 安琪, Mengyao 梦瑶,
    Jiayi 佳怡, Yuxin 雨欣, Siyu 思雨, Yiran 依然, Ruihan 睿涵, Zihan 子涵, Xiyue 希悦, Manyu 曼羽, Shuhan 舒涵, Lingxi 灵犀,
    Yuhan 语涵, Qianyu 芊羽, Muyao 沐瑶, Jingyi 静怡, Xiaoyu 小雨, Yichen 奕晨, Nianci 念慈, Wanqing 婉清, Yuke 语可, Xinran 欣然,
    Yitong 依彤, Zhiruo 芷若, Mingyue 明月, Shuyi 舒怡, Chuxin 初心`),
  boys: read(`Haoran 浩然, Zixuan 子轩, Yuxuan 宇轩, Haoyu 浩宇, Yichen 奕辰, Junjie 俊杰, Muchen 沐宸, Zihao 子豪, Bowen 博文, Tianyu 天宇,
    Ruize 睿泽, Jiahao 嘉豪, Chenxi 晨曦, Yifan 一帆, Mingze 明泽, Zhiyuan 致远, Xuanyu 轩宇, Jiaming 嘉明, Hanwen 翰文, Yiming 一鸣,
    Letian 乐天, Kaiwen 凯文, Siyuan 思远, Haochen 昊辰, Xiaotian 啸天, Shiyu 时雨, Anze 安泽, Weize 伟泽, Jingxing 景行, Ruichen 睿辰,
    Minghao 明浩, Zimo 子墨, Yunfei 云飞, Shaojie 少杰, Boyan 博言`),
}

/** Families from Taiwan and Hong Kong: traditional characters. */
export const traditional: NameStock = {
  surnames:
    read(`Chen 陳, Lin 林, Huang 黃, Chang 張, Lee 李, Wang 王, Wu 吳, Liu 劉, Tsai 蔡, Yang 楊, Hsu 許, Cheng 鄭, Hsieh 謝,
    Kuo 郭, Hung 洪, Chiu 邱, Tseng 曾, Liao 廖, Lai 賴, Chou 周, Yeh 葉, Chan 陳, Wong 黃, Leung 梁, Kwok 郭`),
  mothers:
    read(`Shu-Fen 淑芬, Mei-Hui 美惠, Ya-Ting 雅婷, Yi-Chun 怡君, Pei-Shan 珮珊, Hui-Ju 惠如, Ka-Yan 嘉欣, Li-Hua 麗華, Ya-Wen 雅雯,
    Hsin-Yi 心怡, Wai-Ling 慧玲, Chia-Ling 佳玲, Yu-Ling 玉玲`),
  fathers:
    read(`Chih-Ming 志明, Chun-Chieh 俊傑, Chia-Hao 家豪, Kuan-Ting 冠廷, Chien-Hung 建宏, Wen-Hsiung 文雄, Ka-Ho 嘉豪, Chi-Wai 志偉,
    Ming-Che 明哲, Cheng-En 承恩, Kuo-Hua 國華, Po-Han 柏翰, Siu-Fung 兆豐`),
  girls: read(
    `Pin-Yen 品妍, Tzu-Ching 子晴, Yung-Ching 詠晴, Yu-Tung 羽彤, Szu-Yu 思妤, Hoi-Ching 凱晴, I-Chen 宜蓁, Jo-Han 若涵`,
  ),
  boys: read(
    `Yu-Chen 宇辰, Cheng-Yu 承佑, Po-Yu 柏宇, Chun-Hsi 俊熙, Kuan-Yu 冠宇, Tsz-Him 子謙, Yen-Ting 彥廷, Hao-Yu 皓宇`,
  ),
}

/** English first names used at school. */
export const schoolNames = {
  girls:
    words(`Emily Sophia Olivia Grace Chloe Emma Ava Mia Lily Hannah Isabella Ella Amy Claire Alice Katherine Audrey Zoe Lucy
    Nora Ruby Stella Vivian Elaine Joyce Angela Michelle Jessica Victoria Charlotte Amelia Evelyn Abigail Eleanor Hazel Violet
    Aurora Naomi Sarah Caroline Madeline Julia Fiona Iris Jasmine Kayla Melody Nina Phoebe Serena Sylvia Teresa Wendy Yvonne`),
  boys: words(`Ethan Lucas Daniel Kevin Ryan Jason Andrew Eric Benjamin Samuel Nathan Oliver Henry Leo Max Aaron Adam Albert Alan
    Brandon Brian Caleb Charles Connor David Dylan Edward Elliot Felix Gabriel George Harrison Ian Isaac Jack Jacob James Jeremy
    Joshua Julian Justin Kyle Liam Matthew Michael Noah Owen Patrick Peter Raymond Sean Simon Theodore Thomas Timothy Victor
    Vincent William Zachary`),
} as const

/** Families who don't speak Chinese at home. */
export const otherStocks: readonly NameStock[] = [
  `Nguyen Nguyễn; Linh Linh, Thao Thảo; Minh Minh, Quan Quân; Mai Mai, Lan Lan, Kim Kim; Khoa Khoa, Bao Bảo, Tam Tâm`,
  `Garcia García; Lucia Lucía, Elena; Mateo, Javier; Camila, Valeria, Marisol; Diego, Andres Andrés, Rafael`,
  `O'Brien; Siobhan Siobhán, Maeve; Declan, Conor; Orla, Niamh, Brigid; Finn, Cillian, Rory`,
  `Kim 김; Ji-woo 지우, Soo-jin 수진; Min-ho 민호, Sung-min 성민; Ha-eun 하은, Seo-yeon 서연; Do-yun 도윤, Jun-seo 준서`,
  `Tanaka 田中; Yuko 裕子, Naomi 直美; Kenji 健二, Hiroshi 宏; Sakura さくら, Hana 花; Ren 蓮, Sota 颯太`,
  `Patel; Priya, Meera; Arjun, Nikhil; Anaya, Isha; Rohan, Kabir`,
  `Okafor; Ngozi, Adaeze; Chidi, Emeka; Amara, Zina; Obinna, Kelechi`,
  `Kowalski; Agnieszka, Magda; Tomasz, Pawel Paweł; Zofia, Hania; Jakub, Antoni`,
  `Rossi; Giulia, Chiara; Marco, Luca; Sofia, Bianca; Matteo, Enzo`,
  `Schmidt; Katrin, Anke; Jens, Stefan; Greta, Frieda; Jonas, Emil`,
  `Silva; Beatriz, Joana; Tiago, Bruno; Ines Inês, Clara; Davi, Caio`,
  `Cohen; Miriam, Tamar; Eli, Avi; Noa, Shira; Ari, Gideon`,
  `Santos; Maricel, Jocelyn; Ramon, Paolo; Althea, Bea; Miguel, Carlo`,
  `Johansson; Karin, Astrid; Nils, Anders; Elsa, Freja; Axel, Hugo`,
].map(line => {
  const [surnames, mothers, fathers, girls, boys] = line.split(';').map(read) as [
    Written[],
    Written[],
    Written[],
    Written[],
    Written[],
  ]
  return { surnames, mothers, fathers, girls, boys }
})

/** Fathers in families where the mother speaks Chinese. */
export const mixedFathers = {
  surnames: words(
    `Miller Thompson Anderson Campbell Harper Bennett Foster Walsh Keller Brooks Sullivan Parker Reyes Fischer`,
  ),
  given: words(`Mark Steven Paul Scott Gregory Jonathan Philip Craig Martin Russell Keith Douglas Trevor Neil`),
} as const

export const streets = words(
  `Willow Maple Birch Heron Mill Orchard Lakeview Harbor Cedar Juniper Prospect Spring Meadow Chestnut`,
)
export const streetKinds = ['Lane', 'Street', 'Road', 'Avenue', 'Court'] as const
