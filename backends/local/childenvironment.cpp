// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/local/childenvironment.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include <unistd.h>

namespace hermes::local {

namespace {
constexpr std::string_view SystemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// Sorted, for a binary search.
constexpr auto TokenNames = std::to_array<std::string_view>({
    "AI_GATEWAY_API_KEY",
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "ANTHROPIC_BASE_URL",
    "ANTHROPIC_TOKEN",
    "AWS_BEARER_TOKEN_BEDROCK",
    "AZURE_OPENAI_API_KEY",
    "BROWSERBASE_API_KEY",
    "CEREBRAS_API_KEY",
    "CLAUDE_CODE_OAUTH_TOKEN",
    "COHERE_API_KEY",
    "DAYTONA_API_KEY",
    "DAYTONA_JWT_TOKEN",
    "DEEPSEEK_API_KEY",
    "DISCORD_BOT_TOKEN",
    "ELEVENLABS_API_KEY",
    "EXA_API_KEY",
    "FAL_KEY",
    "FIRECRAWL_API_KEY",
    "FIREWORKS_API_KEY",
    "GEMINI_API_KEY",
    "GH_ENTERPRISE_TOKEN",
    "GH_TOKEN",
    "GITHUB_APP_ID",
    "GITHUB_APP_INSTALLATION_ID",
    "GITHUB_APP_PRIVATE_KEY",
    "GITHUB_APP_PRIVATE_KEY_PATH",
    "GITHUB_ENTERPRISE_TOKEN",
    "GITHUB_TOKEN",
    "GITLAB_TOKEN",
    "GOOGLE_API_KEY",
    "GROQ_API_KEY",
    "HF_TOKEN",
    "HUGGINGFACE_API_KEY",
    "HUGGING_FACE_HUB_TOKEN",
    "MATRIX_ACCESS_TOKEN",
    "MATRIX_PASSWORD",
    "MISTRAL_API_KEY",
    "MODAL_TOKEN_ID",
    "MODAL_TOKEN_SECRET",
    "NOUS_API_KEY",
    "NVIDIA_API_KEY",
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "OPENROUTER_API_KEY",
    "PERPLEXITY_API_KEY",
    "REPLICATE_API_TOKEN",
    "SLACK_APP_TOKEN",
    "SLACK_BOT_TOKEN",
    "SLACK_SIGNING_SECRET",
    "TAVILY_API_KEY",
    "TELEGRAM_BOT_TOKEN",
    "TOGETHER_API_KEY",
    "TWILIO_AUTH_TOKEN",
    "VERCEL_OIDC_TOKEN",
    "VERCEL_PROJECT_ID",
    "VERCEL_TEAM_ID",
    "VERCEL_TOKEN",
    "WANDB_API_KEY",
    "WHATSAPP_ACCESS_TOKEN",
    "XAI_API_KEY",
    "ZAI_API_KEY",
});
static_assert(std::ranges::is_sorted(TokenNames));

bool endsWithAny(std::string_view name, std::initializer_list<std::string_view> endings)
{
    return std::ranges::any_of(endings, [name](std::string_view ending) { return name.ends_with(ending); });
}

/// "/usr/bin" as a whole entry of a PATH.
bool hasSystemFolder(std::string_view path)
{
    for (size_t begin = 0; begin <= path.size();) {
        const size_t end = std::min(path.find(':', begin), path.size());
        std::string_view entry = path.substr(begin, end - begin);
        while (entry.size() > 1 && entry.ends_with('/'))
            entry.remove_suffix(1);
        if (entry == "/usr/bin")
            return true;
        begin = end + 1;
    }
    return false;
}

std::string withSystemFolders(std::string_view path)
{
    std::string whole(path);
    if (hasSystemFolder(path))
        return whole;
    if (!whole.empty())
        whole += ':';
    return whole.append(SystemPath);
}
} // namespace

bool holdsToken(std::string_view name)
{
    if (std::ranges::binary_search(TokenNames, name))
        return true;
    if (name.starts_with("AUXILIARY_") && name.ends_with("_API_KEY"))
        return true;
    if (name.starts_with("GATEWAY_RELAY_") && endsWithAny(name, {"_SECRET", "_KEY", "_TOKEN"}))
        return true;
    // Secret settings of this program's backends.
    return name.starts_with("HERMES_") && endsWithAny(name, {"_TOKEN", "_TOKEN_ID", "_SECRET", "_KEY", "_PASSWORD", "_PASSPHRASE"});
}

std::vector<std::string> childEnvironment(std::span<const std::string> environment)
{
    std::vector<std::string> kept;
    std::unordered_set<std::string_view> seen;
    for (const std::string &variable : environment) {
        const size_t equals = variable.find('=');
        if (equals == std::string::npos || equals == 0)
            continue;
        const auto name = std::string_view(variable).substr(0, equals);
        if (holdsToken(name) || !seen.insert(name).second)
            continue;
        if (name == "PATH")
            kept.push_back("PATH=" + withSystemFolders(std::string_view(variable).substr(equals + 1)));
        else
            kept.push_back(variable);
    }
    if (!seen.contains("PATH"))
        kept.push_back("PATH=" + withSystemFolders({}));
    return kept;
}

std::vector<std::string> currentEnvironment()
{
    std::vector<std::string> variables;
    for (char **at = environ; at && *at; ++at)
        variables.emplace_back(*at);
    return variables;
}

std::vector<std::string> runnerEnvironment(std::span<const std::string> environment)
{
    // The last four are there for builds with sanitizers only.
    static constexpr auto Names = std::to_array<std::string_view>(
        {"PATH=", "HOME=", "TMPDIR=", "XDG_RUNTIME_DIR=", "ASAN_OPTIONS=", "LSAN_OPTIONS=", "TSAN_OPTIONS=", "UBSAN_OPTIONS="});
    std::vector<std::string> kept;
    std::ranges::copy_if(environment, std::back_inserter(kept), [](const std::string &variable) {
        return std::ranges::any_of(Names, [&](std::string_view name) { return variable.starts_with(name); });
    });
    return kept;
}

} // namespace hermes::local
