// The words, names and keyboard rows that the most common leaked passwords are made of. The list was made for this
// check; the service asks nobody.

const words = [
  'password passwort passwd passw0rd pass motdepasse contrasena senha parola wachtwoord secret geheim admin administrator root',
  'user guest test testing tester default changeme changeit letmein welcome willkommen bienvenue login logon signin master',
  'access system server service support manager office company business account accounting ledgerport invoice finance',
  'security secure temp temporary demo sample example unknown nothing none null hello hallo bonjour ciao hola goodbye',
  'iloveyou iloveu loveyou loveme lovely love lover forever always together baby babygirl babyboy angel angels honey sweetie',
  'sweetheart sweet darling princess prince princesa queen king kitty kitten sunshine sunflower flower flowers rainbow',
  'butterfly beautiful beauty pretty cutie hottie sexy gorgeous friend friends bestfriend family mother father mommy mummy',
  'daddy sister brother jesus christ jesuschrist god blessed heaven faith grace amen dragon dragons monkey tiger lion eagle',
  'eagles falcon hawk panther wolf wolves bear bears horse horses dolphin dolphins shark spider snake chicken turtle',
  'rabbit bunny puppy doggy dog cat cats fish bird phoenix unicorn pony tigger scooter buster max lucky rocky rusty smokey',
  'shadow midnight darkness ghost killer hunter ranger warrior ninja samurai pirate pirates soldier sniper gunner wizard',
  'magic merlin gandalf matrix starwars startrek skywalker vader yoda superman batman spiderman ironman wonderwoman hulk',
  'thor avengers marvel naruto goku pokemon pikachu mario luigi zelda sonic minecraft fortnite roblox playstation nintendo',
  'xbox gamer gaming player game games football soccer baseball basketball hockey tennis golf cricket rugby boxing swimming',
  'yankees cowboys lakers steelers packers redsox dodgers patriots chelsea arsenal liverpool everton barcelona realmadrid',
  'juventus bayern manchester united celtic benfica galatasaray fenerbahce corinthians flamengo jordan kobe lebron messi',
  'ronaldo neymar michael jennifer jessica michelle ashley amanda nicole daniel andrew anthony joshua matthew robert thomas',
  'william charlie george justin brandon jonathan christopher christian nicholas alexander alexandra samantha',
  'elizabeth victoria stephanie patrick richard charles david james john mark paul peter steven brian kevin jason eric adam',
  'ryan tyler taylor austin dakota cheyenne hannah sarah emily emma olivia sophie sophia chloe isabella maria anna laura',
  'lauren linda barbara susan nancy karen lisa sandra donna carol maggie ginger pepper cookie cookies chocolate cheese',
  'banana orange apple cherry strawberry peanut pizza coffee whiskey vodka beer candy sugar spring summer autumn winter',
  'january february march april june july august september october november december monday tuesday wednesday thursday',
  'friday saturday sunday morning night london paris berlin newyork america england france germany canada australia brasil',
  'mexico texas florida california chicago boston dallas denver atlanta miami hawaii internet computer windows',
  'microsoft google facebook youtube instagram twitter linkedin samsung iphone android amazon netflix yahoo hotmail',
  'gmail email phone mobile laptop network database software freedom liberty patriot independence victory success winner',
  'champion legend hero heroes power energy thunder lightning storm hurricane fire diamond silver golden gold crystal',
  'purple yellow green blue black white red pink scarlet blackcat blackjack redhot mustang camaro corvette ferrari porsche',
  'mercedes toyota honda yamaha harley suzuki ducati nissan subaru maverick trustno trustnoone nopassword mypassword',
  'mypass yourpassword thepassword whatever something anything everything blink metallica slipknot nirvana eminem',
  'beatles elvis music guitar piano drummer dancer dance singer rockstar rock jazz hiphop metal party holiday vacation',
  'travel beach ocean island paradise happy smile crazy funny stupid asshole fuckyou fuckme fuckoff fucker fuck bitch',
  'shit bastard pussy hardcore biteme bigdick penis dickhead',
  'qwertyuiop qwertyui qwertz qwerty azerty asdfghjkl asdfgh asdfg asdf zxcvbnm zxcvbn zxcvb zxcv qwer uiop hjkl',
  'qazwsxedcrfv qazwsxedc qazwsx wsxedc qweasdzxc qweasd asdzxc qwe asd zxc qaz wsx edc rfv tgb yhn ujm',
  '1q2w3e4r5t6y7u8i9o0p 1q2w3e4r5t6y 1q2w3e4r5t 1q2w3e4r 1q2w3e q1w2e3r4t5y6 q1w2e3r4t5 q1w2e3r4 q1w2e3 1qaz 2wsx 3edc 4rfv',
  '5tgb 6yhn 7ujm zaq1 xsw2 cde3 vfr4 bgt5 a1b2c3d4e5f6 a1b2c3d4 a1b2c3 abcdefghijkl abcdefgh abcdef abcde abcd abc',
];

const longestFirst = words.flatMap((line) => line.split(' ')).sort((a, b) => b.length - a.length);
const commonWords = new RegExp(longestFirst.join('|'), 'g');
const commonRows = /0?123(?:4(?:5(?:6(?:7(?:8(?:90?)?)?)?)?)?)?|0?987(?:6(?:5(?:4(?:3(?:21?0?)?)?)?)?)?|(?:19|20)\d\d/g;

/** Letters as people disguise them. */
const disguises: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const decorationMost = 6;

/** True if little is left once common words, keyboard rows and years are removed, even with disguised letters. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  if (isHardlyMore(plain)) return true;
  // Digits and signs around the words are no disguise: P@ssw0rd2024!
  const core = plain.replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '');
  if (plain.length - core.length > decorationMost) return false;
  return isHardlyMore(core.replace(/[013457@$!]/g, (sign) => disguises[sign] ?? sign));
}

function isHardlyMore(text: string): boolean {
  const rest = text
    .replace(commonWords, '')
    .replace(commonRows, '')
    .replace(/[^\p{L}\d]/gu, '');
  return rest.length < 3;
}
