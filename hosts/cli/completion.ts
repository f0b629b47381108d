import { type Commands, type Given, nameOf, type Run, UsageError, type World } from './command.ts';

/** At each tab key, the shell calls `ledgerport completion words <typed words> <current word>`. */
const scripts: Readonly<Record<string, string>> = {
  bash: `# eval "$(ledgerport completion bash)" in ~/.bashrc
_ledgerport() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$("\${COMP_WORDS[0]}" completion words "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _ledgerport ledgerport`,
  zsh: `# eval "$(ledgerport completion zsh)" in ~/.zshrc, after compinit
_ledgerport() {
  local -a found=(\${(f)"$(\${words[1]} completion words "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  (( $#found )) && compadd -a found || _files
}
compdef _ledgerport ledgerport`,
  fish: `# ledgerport completion fish > ~/.config/fish/completions/ledgerport.fish
function __ledgerport_words
    set -l typed (commandline -opc)
    $typed[1] completion words $typed[2..] (commandline -ct) 2>/dev/null
end
complete -c ledgerport -a '(__ledgerport_words)'`,
};

export function completion(commands: Commands): Run {
  return async ({ words: [shell = '', ...typed] }: Given, world: World) => {
    const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
    if (script !== undefined) world.out(script);
    else if (shell === 'words') world.out((await wordsAfter(typed, commands)).join('\n'));
    else throw new UsageError('name a shell: bash, zsh or fish');
  };
}

const always = ['help', 'version'];

/** Returns candidates for the last word; the shell filters them. */
export async function wordsAfter(typed: readonly string[], commands: Commands): Promise<readonly string[]> {
  const before = typed.slice(0, -1);
  if (before[0] === 'help') return wordsAfter(typed.slice(1), commands);
  const name = nameOf(before, commands);
  const command = commands[name];
  if (command === undefined) return namesAfter(before, commands);
  const further = typed.slice(name.split(' ').length);
  if ('within' in command) return wordsAfter(further, await command.within());
  const { options = {}, words = async () => [] } = command;
  const option = options[before.at(-1)?.replace(/^--/, '') ?? ''];
  if (option?.value !== undefined && before.at(-1)?.startsWith('--')) {
    return /^\w+(\|\w+)+$/.test(option.value) ? option.value.split('|') : [];
  }
  const left = Object.keys(options)
    .map((one) => `--${one}`)
    .filter((one) => !before.includes(one));
  return [...(further.length === 1 ? await words() : []), ...left, '--help'];
}

function namesAfter(before: readonly string[], commands: Commands): readonly string[] {
  const own = Object.keys(commands).map((name) => name.split(' '));
  const following = own
    .filter((words) => before.every((word, i) => words[i] === word))
    .map((words) => words[before.length]);
  return [...new Set([...following.filter((word) => word !== undefined), ...(before.length === 0 ? always : [])])];
}
